/** What keys and accounts are called where an answer says who did something. */
import type { Database } from "../database/open.ts";
import { selectAccount } from "./accounts/table.ts";
import { selectKeyById } from "./keys/table.ts";

/** Returns the name of a key, or the name or e-mail of an account; null for what is not there any more. */
export async function actorName(database: Database, id: string): Promise<string | null> {
  const key = await selectKeyById(database, id);
  if (key !== null) return key.name;
  const account = await selectAccount(database, id);
  return account === null ? null : (account.name ?? account.email);
}
