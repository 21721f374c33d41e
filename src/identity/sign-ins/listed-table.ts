/** The rows of sign-ins with the names of their keys and accounts. */
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { USER_ACCOUNTS } from "../accounts/table.ts";
import { KEYS } from "../keys/table.ts";
import { type SignedIn, whereIs } from "./signed-in.ts";
import { recordOf, SIGN_INS, type SignInRecord } from "./table.ts";

/** A sign-in as a list shows it. */
export interface NamedSignIn extends SignInRecord {
  /** The name of the key, or the name or e-mail of the account. */
  name: string;
}

/** Which sign-ins: of one key or account, or of everybody in an organization. */
export interface WhoseSignIns {
  organizationId: string;
  /** null for everybody's. */
  who: SignedIn | null;
}

/** Returns the sign-ins of an organization, expired ones too until they are removed. */
export async function selectNamedSignIns(
  database: Database,
  { organizationId, who }: WhoseSignIns,
): Promise<NamedSignIn[]> {
  let query = tables(database, SIGN_INS, KEYS, USER_ACCOUNTS)
    .selectFrom("sign_ins")
    .leftJoin("keys", "keys.id", "sign_ins.key_id")
    .leftJoin("user_accounts", "user_accounts.id", "sign_ins.account_id")
    .selectAll("sign_ins")
    .select(["keys.name as key_name", "user_accounts.name as person", "user_accounts.email as email"])
    .where(({ eb, or }) =>
      or([
        eb("keys.organization_id", "=", organizationId),
        eb("user_accounts.organization", "=", organizationId),
      ]),
    );
  if (who !== null) {
    const { column, id } = whereIs(who);
    query = query.where(`sign_ins.${column}`, "=", id);
  }
  const rows = await query.orderBy("sign_ins.created_at").orderBy("sign_ins.id").execute();
  return rows.map(({ key_name, person, email, ...row }) => ({
    ...recordOf(row),
    name: key_name ?? person ?? email ?? "",
  }));
}
