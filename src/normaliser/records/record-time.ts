/** When a record happened: nanoseconds since 1970 as decimal text, cut to whole milliseconds. */
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import type { PlainValue } from "./record.ts";

const DIGITS_BELOW_A_MILLISECOND = 6;

/** Cuts nanoseconds to milliseconds; 0 when they are fewer, or none. */
export function millisecondsOf(unixNano: string): Instant {
  const milliseconds = Number(unixNano.slice(0, -DIGITS_BELOW_A_MILLISECOND));
  return Number.isFinite(milliseconds) ? milliseconds : 0;
}

/**
 * The first time that is set; Codex sends `timeUnixNano` as 0 and fills only the second.
 *
 * A time below a millisecond is not set: ingest lists the record under the next one, and it must be found there.
 */
export function firstTime(candidates: readonly (string | undefined)[]): string {
  return candidates.find(isSet) ?? "0";
}

/** `event.timestamp` (ISO 8601) in nanoseconds; undefined when it is none, or the first moment of 1970. */
export function nanosecondsOfTimestamp(timestamp: PlainValue | undefined): string | undefined {
  if (typeof timestamp !== "string") return undefined;
  const milliseconds = Date.parse(timestamp);
  return Number.isFinite(milliseconds) && milliseconds !== 0 ? `${milliseconds}000000` : undefined;
}

function isSet(unixNano: string | undefined): unixNano is string {
  return unixNano !== undefined && millisecondsOf(unixNano) !== 0;
}

/** Before this no agent of ours sent anything. */
export const EARLIEST_MS: Milliseconds = Date.UTC(2020, 0, 1);
/** How long after its arrival a record may say that it happened. */
export const LATEST_AHEAD_MS: Milliseconds = 10 * MINUTE;

/** Whether a record's time can be believed; others are kept but not scored. */
export function isBelievable(at: Instant, receivedAt: Instant): boolean {
  return at >= EARLIEST_MS && at <= receivedAt + LATEST_AHEAD_MS;
}
