/** Cancels a report that has not ended. */
import type { Database } from "../../database/open.ts";
import { changeJob } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { dropChapters } from "./chapters-table.ts";
import { findReport, type ReportQuery } from "./find-report.ts";
import type { ReportJob, ReportState } from "./report.ts";
import { AT_REST, REPORTS } from "./reports-table.ts";

/**
 * Cancels it.
 *
 * @throws `unknown`, also for one that may not be read; `ended` when it has ended, with how.
 */
export async function cancelReport(
  { database, clock }: { database: Database; clock: Clock },
  query: ReportQuery,
): Promise<Result<ReportJob, { kind: "unknown" } | { kind: "ended"; status: ReportState }>> {
  return inTransaction(database, "full", async (transaction) => {
    const found = await findReport(transaction, query);
    if (found === null) return fail({ kind: "unknown" });
    const isCancelled = await changeJob(transaction, REPORTS, {
      where: { id: found.id },
      set: { ...AT_REST, status: "cancelled", ended_at: clock() },
    });
    if (!isCancelled) return fail({ kind: "ended", status: found.status });
    await dropChapters(transaction, found.id);
    return succeed((await findReport(transaction, query)) ?? found);
  });
}
