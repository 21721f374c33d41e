/** Makes the part that all events share from the record that they came from. */
import { derivedId } from "../../vocabulary/hash.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { Origin } from "../event.ts";
import { historyRecordId, isFromHistory } from "./from-history.ts";
import { processOf } from "./process-of.ts";
import type { TelemetryRecord } from "./record.ts";

/** What an event's origin needs besides its record. */
export interface OriginOptions {
  /** null when the record does not say. */
  session: string | null;
  /** For a log record: how long it took, which sets its start. */
  durationMs?: Milliseconds | null;
  /** Tells several events of one record apart. */
  part?: string;
}

/**
 * The origin of an event that a record reports.
 *
 * @returns An id that is equal when an agent sends the same record again in another batch: for a span from
 *   its ids, for one from an agent's files from the id it has there, for any other record from session, name,
 *   nanosecond time, attributes and body.
 */
export function originOf(record: TelemetryRecord, options: OriginOptions): Origin {
  return { id: eventId(record, options), ...circumstancesOf(record, options) };
}

/** The same without the id, which is costly, for records that have a better one. */
export function circumstancesOf(
  record: TelemetryRecord,
  { durationMs = null }: OriginOptions,
): Omit<Origin, "id"> {
  const startedAt = record.signal === "traces" ? record.startedAt : record.at - (durationMs ?? 0);
  return {
    startedAt,
    at: record.at,
    place: record.place,
    traceId: record.traceId,
    ...(record.spanId === null ? {} : { spanId: record.spanId }),
    process: processOf(record),
    ...(isFromHistory(record) ? { fromHistory: "record" as const } : {}),
  };
}

/** An origin that is in one instant, the start of the given one. */
export function atStart(origin: Origin): Origin {
  return { ...origin, at: origin.startedAt };
}

function eventId(record: TelemetryRecord, { session, part = "" }: OriginOptions): string {
  if (record.signal === "traces" && record.spanId !== null) {
    return derivedId(record.traceId ?? "", record.spanId, part);
  }
  const history = historyRecordId(record);
  if (history !== null) return derivedId(session ?? "", "history", history, part);
  return derivedId(session ?? "", record.name, record.atUnixNano, record.fingerprint, part);
}
