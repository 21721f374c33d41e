/** A stored report as answers show it: how far it has come. */
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { type ReportJob, STEP_NAMES } from "./report.ts";
import type { ReportRow } from "./reports-table.ts";

/** What jobs and reports have in common. */
export function describeReport(
  row: ReportRow,
  developers: ReadonlyMap<string, Developer>,
): Omit<ReportJob, "status" | "progress" | "chapter" | "reason"> {
  return {
    id: row.id,
    from: new Date(row.from_ms).toISOString(),
    to: new Date(row.to_ms).toISOString(),
    developer: row.developer === null ? null : describeOwner(developers, row.developer),
    requestedAt: new Date(row.requested_at).toISOString(),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
  };
}

/** The job. */
export function describeJob(row: ReportRow, developers: ReadonlyMap<string, Developer>): ReportJob {
  const { status, working_on: chapter, reason } = row;
  const progress = status === "completed" ? 1 : row.done / STEP_NAMES.length;
  return { ...describeReport(row, developers), status, progress, chapter, reason };
}
