/** Removes sign-ins and links that nobody can use any more. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { deleteExpiredSignIns } from "../sign-ins/table.ts";
import { deleteExpiredLinks } from "./links-table.ts";

/** Removes those whose time was over before that moment. */
export async function expireSignIns(database: Database, now: Instant): Promise<void> {
  await inTransaction(database, "normal", async (transaction) => {
    await deleteExpiredSignIns(transaction, now);
    await deleteExpiredLinks(transaction, now);
  });
}
