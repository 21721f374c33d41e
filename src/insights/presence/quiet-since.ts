/** Says since when somebody is quiet: a weekend is no silence. */
import { DAY, type Instant } from "../../vocabulary/units.ts";

const WEEK_DAYS = 7;
/** 1970 began on a Thursday; Monday is 0. */
const FIRST_WEEKDAY = 3;
const SATURDAY = 5;

/**
 * Returns the first working day after the last work that is over; null when there is none.
 *
 * @param lastDay - The day of the last work; days are UTC, counted from 1970.
 * @param now - When the days are looked at: its own day is not over.
 */
export function quietSince(lastDay: number, now: Instant): number | null {
  const today = Math.floor(now / DAY);
  for (let day = lastDay + 1; day < today; day += 1) if (isWorkingDay(day)) return day;
  return null;
}

/** Monday to Friday; holidays are not known. */
export function isWorkingDay(day: number): boolean {
  return (day + FIRST_WEEKDAY) % WEEK_DAYS < SATURDAY;
}
