/** When baselines are learned again: on the first Monday of each quarter, at midnight UTC. */
import type { Instant } from "../../../vocabulary/units.ts";

const MONDAY = 1;
const DAYS_OF_WEEK = 7;
const MONTHS_OF_QUARTER = 3;

/** Returns the first Mondays of quarters after one time, up to another, the earliest first. */
export function firstMondaysBetween(after: Instant, upTo: Instant): Instant[] {
  const start = new Date(after);
  const quarter = Math.floor(start.getUTCMonth() / MONTHS_OF_QUARTER);
  const mondays: Instant[] = [];
  for (let number = quarter; ; number += 1) {
    const monday = firstMondayOf(start.getUTCFullYear(), number * MONTHS_OF_QUARTER);
    if (monday > upTo) return mondays;
    if (monday > after) mondays.push(monday);
  }
}

/** @param month - A month, which may be in a later year. */
function firstMondayOf(year: number, month: number): Instant {
  const weekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((MONDAY - weekday + DAYS_OF_WEEK) % DAYS_OF_WEEK));
}
