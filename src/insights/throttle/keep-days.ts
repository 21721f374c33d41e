/** Works out the days that are over, so that throttling over weeks is read fast. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { isBehind } from "../../normaliser/caught-up.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { restFor, restUpTo, type Stage } from "../../vocabulary/stage.ts";
import { DAY, SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { emptyOutdatedDays, findOutdatedDays, saveDay } from "./days-table.ts";
import { ThrottleDays } from "./read-days.ts";

const LOOK_EVERY_MS: Milliseconds = 10 * SECOND;
/** A day that changes again at once need not be worked out in between: it is read from its rows meanwhile. */
const LEAST_REST_MS: Milliseconds = 2 * SECOND;
/** It rests so many times as long as it worked, because all that measures shares its thread. */
const REST_PER_WORK = 19;

/** Empties the days that other formulas worked out. Takes: the database before anybody is answered from it. */
export async function beginThrottleDays(database: Database): Promise<void> {
  await inTransaction(database, "full", emptyOutdatedDays);
}

export function throttleDaysStage({ database, clock }: { database: Database; clock: Clock }): Stage {
  return {
    name: "throttle",
    failing: "could not look for throttling on days that are over; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const startedAt = performance.now();
      const kept = await keepNextDay(database, clock());
      const leastMs = Math.max(LEAST_REST_MS, REST_PER_WORK * (performance.now() - startedAt));
      return kept ? restFor(leastMs) : restUpTo(LOOK_EVERY_MS, { leastMs });
    },
  };
}

/** Gives: whether a day was kept; none is while a backlog of sessions waits to be measured. */
export async function keepNextDay(database: Database, now: Milliseconds): Promise<boolean> {
  if (await isBehind(database, now)) return false;
  const [day] = await findOutdatedDays(database, { before: Math.floor(now / DAY), limit: 1 });
  if (day === undefined) return false;
  await inTransaction(database, "normal", async (transaction) => {
    const days = new ThrottleDays(transaction, { ...day, firstDay: day.day, lastDay: day.day });
    await saveDay(transaction, day, await days.findTrouble(day.day));
  });
  return true;
}
