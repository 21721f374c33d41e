/** The rows of sign-ins: people's browsers, each standing for the key or the account that it was signed in with. */
import type { Database } from "../../database/open.ts";
import { instant, orNull, text } from "../../database/columns.ts";
import { declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Use } from "../uses.ts";
import { columnsOf, type SignedIn, signedInOf, whereIs } from "./signed-in.ts";

/** How somebody signed in: with a key, a one-time link, an OpenID provider, or a passkey. */
export type SignInWay = "key" | "link" | "oidc" | "passkey";

/** A sign-in as it is kept. */
export interface SignInRecord {
  /** Random; says nothing of the token. */
  id: string;
  /** SHA-256 of the token that the browser holds, in hex. */
  hash: string;
  who: SignedIn;
  createdAt: Instant;
  /** Exact to the minute. */
  lastUsedAt: Instant;
  expiresAt: Instant;
  way: SignInWay;
  /** The browser in a few words, such as "Firefox on Linux". */
  client: string;
  /** Where it signed in from; empty when that is not known. */
  address: string;
}

/** Exactly one of `key_id` and `account_id` is set. */
export const SIGN_INS = declareTable(
  "sign_ins",
  {
    id: text(),
    hash: text(),
    key_id: orNull(text()),
    account_id: orNull(text()),
    created_at: instant(),
    last_used_at: instant(),
    expires_at: instant(),
    way: text<SignInWay>(),
    client: text(),
    address: text(),
  },
  { key: ["id"], unique: [["hash"]] },
);

type SignInRow = RowOf<typeof SIGN_INS>;

export async function insertSignIn(transaction: Database, signIn: SignInRecord): Promise<void> {
  const { id, hash, way, client, address } = signIn;
  const row: SignInRow = {
    id,
    hash,
    ...columnsOf(signIn.who),
    created_at: signIn.createdAt,
    last_used_at: signIn.lastUsedAt,
    expires_at: signIn.expiresAt,
    way,
    client,
    address,
  };
  await tables(transaction, SIGN_INS).insertInto("sign_ins").values(row).execute();
}

/** Returns null when there is none; one that has expired is found until it is removed. */
export async function selectSignIn(database: Database, hash: string): Promise<SignInRecord | null> {
  const found = await tables(database, SIGN_INS)
    .selectFrom("sign_ins")
    .selectAll()
    .where("hash", "=", hash)
    .executeTakeFirst();
  return found === undefined ? null : recordOf(found);
}

/** Notes a use; an earlier one than is known changes nothing. */
export async function updateSignInUse(transaction: Database, { id, at }: Use): Promise<void> {
  await tables(transaction, SIGN_INS)
    .updateTable("sign_ins")
    .set({ last_used_at: at })
    .where("id", "=", id)
    .where("last_used_at", "<", at)
    .execute();
}

export async function deleteSignIn(transaction: Database, hash: string): Promise<void> {
  await tables(transaction, SIGN_INS).deleteFrom("sign_ins").where("hash", "=", hash).execute();
}

/** Removes all of a key or an account. */
export async function deleteSignInsOf(transaction: Database, who: SignedIn): Promise<void> {
  const { column, id } = whereIs(who);
  await tables(transaction, SIGN_INS).deleteFrom("sign_ins").where(column, "=", id).execute();
}

/** Removes those that expired before this time. */
export async function deleteExpiredSignIns(transaction: Database, before: Instant): Promise<void> {
  await tables(transaction, SIGN_INS).deleteFrom("sign_ins").where("expires_at", "<", before).execute();
}

/**
 * Removes the oldest sign-ins of a key or an account.
 *
 * @remarks Takes how many newest ones stay.
 */
export async function deleteOldestSignIns(
  transaction: Database,
  { who, keep }: { who: SignedIn; keep: number },
): Promise<void> {
  const { column, id } = whereIs(who);
  const held = await tables(transaction, SIGN_INS)
    .selectFrom("sign_ins")
    .select("id")
    .where(column, "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const oldest = held.slice(keep).map((signIn) => signIn.id);
  if (oldest.length === 0) return;
  await tables(transaction, SIGN_INS).deleteFrom("sign_ins").where("id", "in", oldest).execute();
}

/** A sign-in of its row. */
export function recordOf(row: SignInRow): SignInRecord {
  const { id, hash, way, client, address } = row;
  const times = { createdAt: row.created_at, lastUsedAt: row.last_used_at, expiresAt: row.expires_at };
  return { id, hash, who: signedInOf(row), ...times, way, client, address };
}
