/** Which habit the coach names: the one that costs most, and never the same for two weeks without news. */
import { DAY, type Instant, type Milliseconds } from "../../../vocabulary/units.ts";
import type { FoundHabit } from "./find-habits.ts";
import type { SeenAdvice } from "../seen/seen.ts";
import type { HabitId } from "./rules/every-habit.ts";

/** For so long a habit rests once it was named and nothing new showed it. */
const REST: Milliseconds = 14 * DAY;
/** For so long somebody tries a habit. */
const TRIAL: Milliseconds = 7 * DAY;

/**
 * Chooses among habits, the most expensive first.
 *
 * @returns A habit that is being tried first; null when all of them rest.
 */
export function chooseHabit(
  habits: readonly FoundHabit[],
  seen: ReadonlyMap<string, SeenAdvice>,
  now: Instant,
): HabitId | null {
  const tried = habits.find(({ id }) => isTried(seen.get(id), now));
  return (tried ?? habits.find((habit) => !isResting(habit, seen.get(habit.id), now)))?.id ?? null;
}

function isTried(seen: SeenAdvice | undefined, now: Instant): boolean {
  const triedAt = seen?.triedAt ?? null;
  return triedAt !== null && now - triedAt < TRIAL;
}

/** On the day on which it was named it stays, so that the page says the same all day. */
function isResting({ examples }: FoundHabit, seen: SeenAdvice | undefined, now: Instant): boolean {
  if (seen === undefined || dayOf(seen.shownAt) === dayOf(now) || now - seen.shownAt >= REST) return false;
  return examples.every(({ work }) => work.startedAt < seen.shownAt);
}

function dayOf(at: Instant): number {
  return Math.floor(at / DAY);
}
