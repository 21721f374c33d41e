/** Says in words why expiry by age waits, for the log, the status and the doctor. */
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, HOUR, type Instant } from "../../vocabulary/units.ts";
import type { ClockDoubt } from "./doubts-table.ts";
import { BELIEVED_AFTER_MS, DOUBTED_PAST_MS } from "./judge-clock.ts";

/** As much of a doubt as the words need. */
export type SaidDoubt = Pick<ClockDoubt, "reason" | "comparedWith" | "ranMs">;

/** Returns sentences: what is wrong, what waits for it, and what ends it. */
export function sayDoubt(doubt: SaidDoubt): string {
  return `${sayReason(doubt)}: nothing is removed by age. ${sayEnd(doubt)}`;
}

/** Returns why the clock is in doubt. */
export function sayReason({ reason, comparedWith }: SaidDoubt): string {
  return reason === "before_build"
    ? `the clock shows a time before this program was built (${day(comparedWith)})`
    : `the clock went more than ${DOUBTED_PAST_MS / DAY} days past the last arrival (${day(comparedWith)}), ` +
        "which may mean that it is wrong";
}

/** Returns what ends the doubt. */
export function sayEnd({ reason, ranMs }: SaidDoubt): string {
  const hours = BELIEVED_AFTER_MS / HOUR;
  if (reason === "before_build") return "Set the clock";
  return (
    `If the clock is right, run scoring retention confirm; else set it. Without either, expiry goes on after ` +
    `${hours} hours of running with records whose own times agree (${Math.floor(ranMs / HOUR)} so far)`
  );
}

function day(at: Instant): string {
  return isoTime(at).slice(0, "2026-11-23".length);
}
