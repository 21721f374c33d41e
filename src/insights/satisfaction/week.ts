/** The weeks of check-ins: from Monday, in UTC, named as ISO 8601 names them. */
import { periodOf, type PeriodSpan } from "../../scores/periods.ts";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";

const WEEK: Milliseconds = 7 * DAY;

/** The week that a time is in. */
export function weekOf(at: Instant): PeriodSpan {
  return periodOf(at, "week");
}

/** Returns every week that the window touches, whole, the earliest first. */
export function weeksIn({ from, to }: { from: Instant; to: Instant }): PeriodSpan[] {
  const weeks: PeriodSpan[] = [];
  for (let at = weekOf(from).start; at < to; at += WEEK) weeks.push(weekOf(at));
  return weeks;
}

/**
 * Such as 2026-W47.
 *
 * @see ISO 8601: a week belongs to the year of its Thursday.
 */
export function weekName({ start }: PeriodSpan): string {
  const year = new Date(start + 3 * DAY).getUTCFullYear();
  // the 4th of January is always in the first week
  const first = weekOf(Date.UTC(year, 0, 4)).start;
  const number = Math.round((start - first) / WEEK) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}
