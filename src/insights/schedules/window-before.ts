/** The time that a scheduled report covers: the last whole day, week or month of its zone. */
import type { Instant } from "../../vocabulary/units.ts";
import { lastFiring } from "./firings.ts";

export const SCHEDULE_WINDOWS = ["day", "week", "month"] as const;
export type ScheduleWindow = (typeof SCHEDULE_WINDOWS)[number];

/** When each begins, as a cron expression: where midnight is skipped, croner gives the first moment of the day. */
const BEGINS = { day: "0 0 * * *", week: "0 0 * * 1", month: "0 0 1 * *" } as const;

/** Returns the last whole calendar period that had ended by a time; weeks start on Monday. */
export function windowBefore(
  { timezone, window }: { timezone: string; window: ScheduleWindow },
  at: Instant,
): { from: Instant; to: Instant } {
  const timing = { cron: BEGINS[window], timezone };
  const to = lastFiring(timing, at);
  const from = to === null ? null : lastFiring(timing, to - 1);
  if (from === null || to === null) throw new Error(`BUG: no ${window} ended before ${at} in ${timezone}`);
  return { from, to };
}
