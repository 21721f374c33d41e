/** Adds up past days for queries about usage and prompts, rarely enough that computing metrics keeps the thread. */
import type { Database } from "../../database/open.ts";
import { isBehind } from "../../normaliser/caught-up.ts";
import { keepPromptDays } from "../../rubric/days/keep-prompt-days.ts";
import { keepNextUsage } from "../../spend/usage/keep-usage-days.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/** A whole team's day takes a tenth of a second, and late records change yesterday again and again. */
const EVERY_MS: Milliseconds = 5 * SECOND;
/**
 * It pauses this many times as long as it worked: a day of a thousand developers takes a second, during which
 * nothing else is done.
 */
const REST_PER_WORK = 29;

/** Returns a function that is called again and again, and adds up a day whenever its pause is over. */
export type KeepSums = (now: Instant) => Promise<void>;

/** @param elapsed - A clock that never jumps. */
export function createSums(
  database: Database,
  elapsed: () => Milliseconds = () => performance.now(),
): KeepSums {
  let restsUntil = Number.NEGATIVE_INFINITY;
  // days take turns, or a day that changes all the time would keep every other one waiting
  let first: "newest" | "earliest" = "newest";
  return async (now) => {
    if (elapsed() < restsUntil || (await isBehind(database, now))) return;
    const startedAt = elapsed();
    await keepNextUsage(database, now, first);
    await keepPromptDays(database, now);
    first = first === "newest" ? "earliest" : "newest";
    const took = elapsed() - startedAt;
    restsUntil = elapsed() + Math.max(EVERY_MS, REST_PER_WORK * took);
  };
}
