/** Brings the runs under way as far as they come now: their reports made, their messages sent, their ends noted. */
import type { Database } from "../../database/open.ts";
import { changeJob, readJob, readOpenJobs } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { advanceDeliveries, type Deliverer, keepEnded } from "../integrations/sending/advance-deliveries.ts";
import type { PlaceParts } from "../integrations/sending/deliver-to.ts";
import { parseDeliveries } from "../integrations/sending/delivery.ts";
import type { Sending } from "../integrations/sending/sending.ts";
import { writeMessage } from "./report-message.ts";
import { type RunRow, SCHEDULE_RUNS } from "./runs-table.ts";
import { type ReportOfRun, seeToReport } from "./see-to-report.ts";

/** What runs are brought on with. */
export interface RunningParts {
  database: Database;
  clock: Clock;
  places: PlaceParts;
  /** How people reach this server; null when nobody said. */
  publicUrl: string | null;
  sending: Sending;
}

/**
 * Does what can be done without waiting.
 *
 * @returns The runs that are still under way, and how many asked for a report.
 */
export async function advanceRuns(parts: RunningParts): Promise<{ open: RunRow[]; asked: number }> {
  await keepEnded(delivererOf(parts));
  const before = await readOpenJobs(parts.database, SCHEDULE_RUNS);
  for (const run of before) {
    if (run.status === "reporting") await advanceReport(parts, run);
    else await endWhenSent(parts, run);
  }
  const asked = before.filter(({ report }) => report === null).length;
  return { open: await readOpenJobs(parts.database, SCHEDULE_RUNS), asked };
}

async function advanceReport({ database, clock }: RunningParts, run: RunRow): Promise<void> {
  const seen = await seeToReport({ database, clock }, run);
  if (seen.kind !== "waits") await update(database, run.id, changeFor(seen, run, clock));
}

function changeFor(
  seen: Exclude<ReportOfRun, { kind: "waits" }>,
  run: RunRow,
  clock: Clock,
): Partial<RunRow> {
  switch (seen.kind) {
    case "asked_for":
      return { report: seen.report };
    case "made":
      return parseDeliveries(run).length > 0
        ? { status: "delivering" }
        : { status: "completed", ended_at: clock() };
    case "failed":
      return { status: "failed", ended_at: clock(), reason: seen.reason };
  }
}

async function endWhenSent(parts: RunningParts, run: RunRow): Promise<void> {
  const deliveries = await advanceDeliveries(delivererOf(parts), run);
  if (deliveries === null) return;
  const failure = deliveries.find(({ status }) => status === "failed");
  const status = failure === undefined ? "completed" : "failed";
  await update(parts.database, run.id, { status, ended_at: parts.clock(), reason: failure?.error ?? null });
}

function delivererOf(parts: RunningParts): Deliverer<RunRow> {
  return {
    ...parts,
    about: "report.completed",
    read: (database, id) => readJob(database, SCHEDULE_RUNS, id),
    keep: (transaction, id, deliveries) =>
      changeJob(transaction, SCHEDULE_RUNS, { where: { id }, set: { deliveries } }),
    write: (run) => writeMessage(parts.database, run, parts.publicUrl),
  };
}

async function update(database: Database, id: string, change: Partial<RunRow>): Promise<void> {
  await inTransaction(database, "full", (transaction) =>
    changeJob(transaction, SCHEDULE_RUNS, { where: { id }, set: change }),
  );
}
