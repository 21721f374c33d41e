/** Says whether something came on every working day and then stopped. */
import { DAY, type Instant } from "../../../vocabulary/units.ts";
import { isWorkingDay, quietSince } from "../../presence/quiet-since.ts";

/** So many working days in a row, up to the last, make a habit. */
const HABIT_DAYS = 5;

/** Since when it is silent. */
export interface Stopped {
  lastDay: number;
  /** The first working day that was over without it. */
  since: number;
  /** Working days that were over without it. */
  workingDays: number;
}

/**
 * Returns null for what still comes, and for what never came on every working day.
 *
 * @param days - UTC days on which it came, counted from 1970.
 */
export function stoppedSince(days: ReadonlySet<number>, now: Instant): Stopped | null {
  if (days.size === 0) return null;
  const lastDay = Math.max(...days);
  const since = quietSince(lastDay, now);
  if (since === null || !cameEveryDay(days, since)) return null;
  const missed = Array.from({ length: Math.floor(now / DAY) - since }, (_, after) => since + after);
  return { lastDay, since, workingDays: missed.filter(isWorkingDay).length };
}

function cameEveryDay(days: ReadonlySet<number>, before: number): boolean {
  let found = 0;
  for (let day = before - 1; found < HABIT_DAYS; day -= 1) {
    if (!isWorkingDay(day)) continue;
    if (!days.has(day)) return false;
    found += 1;
  }
  return true;
}
