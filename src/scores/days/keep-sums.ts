/** Adds up days that are over for questions about usage and prompts, seldom enough that measuring keeps the thread. */
import type { Database } from "../../database/open.ts";
import { isBehind } from "../../normaliser/caught-up.ts";
import { keepPromptDays } from "../../rubric/days/keep-prompt-days.ts";
import { keepNextUsage } from "../../spend/usage/keep-usage-days.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/** A whole team's day takes a tenth of a second, and late records change yesterday again and again. */
const EVERY_MS: Milliseconds = 5 * SECOND;
/** It rests so many times as long as it worked: the day of a thousand developers takes a second, for which nothing else is done. */
const REST_PER_WORK = 29;

/** What is called again and again, and adds up a day whenever its rest is over. */
export type KeepSums = (now: Instant) => Promise<void>;

/** @remarks Takes a clock that never jumps. */
export function createSums(
  database: Database,
  elapsed: () => Milliseconds = () => performance.now(),
): KeepSums {
  let restsUntil = Number.NEGATIVE_INFINITY;
  // in turn, or a day that changes all the time would keep every other waiting
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
