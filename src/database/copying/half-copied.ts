/** How a database shows that rows are being copied into it, so that no server takes it meanwhile. */
import type { Database } from "../engine.ts";
import { readLedger } from "../table.ts";

/** In the ledger of table sets while rows are copied. */
export const COPYING = "copying";

/** What is said of such a database. */
export const HALF_COPIED =
  "a migration into this database is under way, or was broken off; run scoring migrate again with the same settings, " +
  "and it goes on";

/**
 * Makes sure that all rows are there.
 *
 * @throws An exception that says what to do.
 */
export async function requireCopied(database: Database): Promise<void> {
  if ((await readLedger(database)).has(COPYING)) throw new Error(HALF_COPIED);
}
