/** Has the report of a run made, and sees what has become of it. */
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import { findReport } from "../reports/find-report.ts";
import { keptLabels } from "../../vocabulary/labels/kept-labels.ts";
import { requestReport } from "../reports/request-report.ts";
import { REPORT_IS_GONE } from "./report-message.ts";
import type { RunRow } from "./runs-table.ts";

/** A report that is not made after so long is given up. */
const LONGEST: Milliseconds = DAY;

/** What is known of a run's report now. */
export type ReportOfRun =
  | { kind: "asked_for"; report: string }
  /** It is being made, or too many others are. */
  | { kind: "waits" }
  | { kind: "made"; report: string }
  | { kind: "failed"; reason: string };

/** Asks for the report of a run, or looks how far it has come. */
export async function seeToReport(
  parts: { database: Database; clock: Clock },
  run: RunRow,
): Promise<ReportOfRun> {
  const seen =
    run.report === null ? await askForReport(parts, run) : await lookAt(parts.database, run, run.report);
  const isLate = seen.kind === "waits" && parts.clock() - run.started_at > LONGEST;
  return isLate ? failed("The report was not made within a day.") : seen;
}

async function askForReport(
  parts: { database: Database; clock: Clock },
  { organization, developer, labels, window_from: from, window_to: to, narrative }: RunRow,
): Promise<ReportOfRun> {
  const asked = await requestReport(parts, {
    scope: { organizationId: organization, onlyDeveloper: null, labels: keptLabels(labels) },
    from,
    to,
    developer,
    endsNow: false,
    narrative: narrative === 1,
  });
  if (asked.ok) return { kind: "asked_for", report: asked.value.id };
  if (asked.problem.kind === "too_many_open") return { kind: "waits" };
  return failed("The developer whom it is about is not known any more. Change the schedule, or delete it.");
}

async function lookAt(database: Database, { organization }: RunRow, report: string): Promise<ReportOfRun> {
  const scope = { organizationId: organization, onlyDeveloper: null };
  const job = await findReport(database, { scope, id: report });
  switch (job?.status) {
    case "completed":
      return { kind: "made", report };
    case "failed":
      return failed(`The report could not be made. ${job.reason ?? ""}`.trim());
    case "cancelled":
      return failed("The report was cancelled.");
    case undefined:
      return failed(REPORT_IS_GONE);
    case "pending":
    case "running":
      return { kind: "waits" };
  }
}

function failed(reason: string): ReportOfRun {
  return { kind: "failed", reason };
}
