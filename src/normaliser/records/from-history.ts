/** Records that were read from an agent's own files, long after the work: `scoring import` marks them. */
import type { TelemetryRecord } from "./record.ts";
import { textOf } from "./unwrap.ts";

/** The resource attribute that says so. */
export const FROM_HISTORY = { name: "scoring.source", value: "history" } as const;

/** The attribute with a record's id, by which it is known again. */
export const HISTORY_RECORD = "scoring.record.id";

/** Whether a record comes from an agent's files. */
export function isFromHistory({ resource }: Pick<TelemetryRecord, "resource">): boolean {
  return resource[FROM_HISTORY.name] === FROM_HISTORY.value;
}

/** The id of a record from an agent's files; null for every other record. */
export function historyRecordId(record: TelemetryRecord): string | null {
  return isFromHistory(record) ? textOf(record.attributes[HISTORY_RECORD]) : null;
}
