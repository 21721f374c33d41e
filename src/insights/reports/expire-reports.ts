/** The age limit of reports: those that ended long enough ago are deleted, where a limit is set. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { dropChapters } from "./chapters-table.ts";
import { deleteReport, readEndedReports } from "./reports-table.ts";

/** In one transaction: few enough that others wait for it shortly. */
const AT_ONCE = 50;

/**
 * Deletes the reports that ended, whichever way, more than `days` ago, as many as one transaction takes.
 *
 * @returns How many were deleted; 0 when none is due. One that is being made is never due.
 */
export async function expireReports(
  database: Database,
  { days, now }: { days: number; now: Instant },
): Promise<number> {
  const endedBefore = now - days * DAY;
  if ((await readEndedReports(database, endedBefore, 1)).length === 0) return 0;
  return inTransaction(database, "full", async (transaction) => {
    const reports = await readEndedReports(transaction, endedBefore, AT_ONCE);
    for (const id of reports) {
      await dropChapters(transaction, id);
      await deleteReport(transaction, id);
    }
    return reports.length;
  });
}
