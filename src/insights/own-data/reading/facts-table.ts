/** Reads who a person is here: names, keys, accounts' sign-ins, and days on which keys were used. No secret is among it. */
import type { Database } from "../../../database/open.ts";
import { tables } from "../../../database/table-shape.ts";
import { USER_ACCOUNTS } from "../../../identity/accounts/table.ts";
import { ALIASES, DEVELOPERS } from "../../../identity/developers/table.ts";
import { KEYS } from "../../../identity/keys/table.ts";
import { SIGN_INS } from "../../../identity/sign-ins/table.ts";
import { KEY_DAYS } from "../../alerts/finding/key-days-table.ts";

/** Returns the person's rows and those of who was merged into them. */
export function selectDeveloperRows(database: Database, ids: readonly string[]) {
  return tables(database, DEVELOPERS)
    .selectFrom("developers")
    .select(["id", "given_name as givenName", "user_name as userName", "fallback_name as fallbackName"])
    .select(["email", "source", "merged_into as mergedInto"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
}

/** Returns the values by which telemetry names them. */
export function selectAliasRows(database: Database, ids: readonly string[]) {
  return tables(database, ALIASES)
    .selectFrom("aliases")
    .select(["kind", "value", "developer_id as developer"])
    .where("developer_id", "in", ids)
    .orderBy("kind")
    .orderBy("value")
    .execute();
}

/** Returns their keys, each without its hash. */
export function selectKeyRows(database: Database, ids: readonly string[]) {
  return tables(database, KEYS)
    .selectFrom("keys")
    .select(["id", "name", "role", "scopes", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .select(["ends_at as endsAt", "revoked_at as revokedAt"])
    .where("developer_id", "in", ids)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns the browsers that are signed in with their keys or as their accounts, each without its hash. */
export function selectSignInRows(database: Database, ids: readonly string[]) {
  const view = tables(database, SIGN_INS, KEYS, USER_ACCOUNTS);
  const keys = view.selectFrom("keys").select("keys.id").where("developer_id", "in", ids);
  const accounts = view.selectFrom("user_accounts").select("user_accounts.id").where("developer", "in", ids);
  return view
    .selectFrom("sign_ins")
    .select(["id", "key_id as key", "account_id as account", "way", "client", "address"])
    .select(["created_at as createdAt", "last_used_at as lastUsedAt", "expires_at as expiresAt"])
    .where((row) => row.or([row("key_id", "in", keys), row("account_id", "in", accounts)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns the days on which their keys were used, as far as alerts remember them. */
export function selectKeyDayRows(database: Database, ids: readonly string[]) {
  const view = tables(database, KEY_DAYS, KEYS);
  const keys = view.selectFrom("keys").select("keys.id").where("developer_id", "in", ids);
  return view
    .selectFrom("alert_key_days")
    .select(["key", "day"])
    .where("key", "in", keys)
    .orderBy("day")
    .orderBy("key")
    .execute();
}
