/** Computes the days that are over, so that throttling over weeks is read fast. */
import { keepOpenDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import type { WindowFilter } from "../../database/window.ts";
import { isBehind } from "../../normaliser/caught-up.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { restFor, restUpTo, type Stage } from "../../vocabulary/stage.ts";
import { DAY, type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { DayTrouble } from "./day.ts";
import { KEPT_TROUBLE, ThrottleDays } from "./read-days.ts";

const LOOK_EVERY_MS: Milliseconds = 10 * SECOND;
/** A day that changes again at once need not be computed in between: it is read from its rows meanwhile. */
const LEAST_REST_MS: Milliseconds = 2 * SECOND;
/** It rests so many times as long as it worked, because all that measures shares its thread. */
const REST_PER_WORK = 19;

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

/** Returns whether a day was kept; none is while a backlog of sessions waits to be measured. */
export async function keepNextDay(database: Database, now: Instant): Promise<boolean> {
  if (await isBehind(database, now)) return false;
  // later days rest on those before them
  return (
    (await keepOpenDays(database, KEPT_TROUBLE, { now, limit: 1, first: "earliest", add: findTrouble })) > 0
  );
}

/** Returns null for a day on which nobody called a model. */
async function findTrouble(
  transaction: Database,
  { organization, from }: WindowFilter,
): Promise<DayTrouble | null> {
  const day = from / DAY;
  const days = new ThrottleDays(transaction, { organization, firstDay: day, lastDay: day });
  const found = await days.findTrouble(day);
  return found.people.length === 0 ? null : found;
}
