/** The squares of a week: where they are, and how dark they are. */

import { clockOffset } from "../../words/clock.ts";
import { now } from "../../words/times.ts";

/** From Monday on. */
export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export const HOURS = 24;

/** What was measured in one hour of the week. */
export interface HeatCell {
  /** 0 is Monday. */
  weekday: number;
  hour: number;
  minutes: number;
}

/** Returns 0 to 4; 0 is "measured, nothing". */
export function stepOf(minutes: number): number {
  if (minutes < 0.5) return 0;
  if (minutes <= 5) return 1;
  if (minutes <= 15) return 2;
  return minutes <= 30 ? 3 : 4;
}

/** Returns "Wed 14:00". */
export function hourName(weekday: number, hour: number): string {
  return `${WEEKDAYS[weekday] ?? ""} ${clockHour(hour)}`;
}

/** Returns "14:00". */
export function clockHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

const HOUR_MS = 3_600_000;

/**
 * Returns which hour of the week it is on the reader's clock, by what that clock shows today.
 *
 * Where the clock differs from UTC by half hours, only whole hours move: a cell holds an hour of UTC.
 */
export function onClock({ weekday, hour }: { weekday: number; hour: number }): {
  weekday: number;
  hour: number;
} {
  const week = WEEKDAYS.length * HOURS;
  const place = (weekday * HOURS + hour + Math.floor(clockOffset(now()) / HOUR_MS) + week) % week;
  return { weekday: Math.floor(place / HOURS), hour: place % HOURS };
}
