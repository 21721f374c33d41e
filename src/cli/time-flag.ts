/** A flag that names an instant. */
import { isoTime } from "../vocabulary/times.ts";
import type { Instant } from "../vocabulary/units.ts";
import { type CommandCall, CommandFailure, textFlag } from "./command.ts";

/**
 * Reads a flag as a time; a day without a time begins at midnight UTC.
 *
 * @returns null when it was not given.
 * @throws With exit code 2 when it is no time.
 */
export function timeFlag(call: CommandCall, name: string): Instant | null {
  const text = textFlag(call, name);
  if (text === null) return null;
  const at = TIME.test(text) && isDay(text.slice(0, "2026-11-21".length)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new CommandFailure(`--${name} needs a time such as 2026-11-21 or 2026-11-21T12:00:00Z`, 2);
  return at;
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** The parser takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && isoTime(at).startsWith(day);
}
