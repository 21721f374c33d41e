/** A stored report as answers show it: how far it has come. */
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { labelText } from "../../vocabulary/labels/label.ts";
import { keptLabels } from "../../vocabulary/labels/kept-labels.ts";
import { type ReportJob, STEP_NAMES } from "./report.ts";
import type { ReportRow } from "./reports-table.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** What jobs and reports have in common. */
export function describeReport(
  row: ReportRow,
  developers: ReadonlyMap<string, Developer>,
): Omit<ReportJob, "status" | "progress" | "chapter" | "reason"> {
  return {
    id: row.id,
    from: isoTime(row.from_ms),
    to: isoTime(row.to_ms),
    developer: row.developer === null ? null : describeOwner(developers, row.developer),
    labels: keptLabels(row.labels).map(labelText),
    requestedAt: isoTime(row.requested_at),
    endedAt: row.ended_at === null ? null : isoTime(row.ended_at),
  };
}

/** The job. */
export function describeJob(row: ReportRow, developers: ReadonlyMap<string, Developer>): ReportJob {
  const { status, working_on: chapter, reason } = row;
  const progress = status === "completed" ? 1 : row.done / STEP_NAMES.length;
  return { ...describeReport(row, developers), status, progress, chapter, reason };
}
