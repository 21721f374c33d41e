/** Signs a person out who is purged. */
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { USER_ACCOUNTS } from "../accounts/table.ts";
import { KEYS } from "../keys/table.ts";
import { SIGN_IN_LINKS } from "./links-table.ts";
import { SIGN_INS } from "../sign-ins/table.ts";

/** Ends the sign-ins and one-time links of the keys that are bound to the developers, and of their accounts. */
export async function endSignInsOfPerson(
  transaction: Database,
  { keys: named, developers }: { keys: readonly string[]; developers: readonly string[] },
): Promise<void> {
  const view = tables(transaction, SIGN_INS, SIGN_IN_LINKS, KEYS, USER_ACCOUNTS);
  const keys = view
    .selectFrom("keys")
    .select("id")
    .where("id", "in", named)
    .where("developer_id", "in", developers);
  const accounts = view.selectFrom("user_accounts").select("id").where("developer", "in", developers);
  for (const table of ["sign_ins", "sign_in_links"] as const) {
    await view.deleteFrom(table).where("key_id", "in", keys).execute();
    await view.deleteFrom(table).where("account_id", "in", accounts).execute();
  }
}
