/** The baselines' stage: learns new versions when it is time, and recomputes what is asked for, step by step. */
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { MORE, restUpTo, type Stage } from "../../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { readRemaking } from "../remaking.ts";
import { learnDue, newMemory } from "./learning/learn-due.ts";
import { createRecomputing } from "./recompute.ts";

const LEARN_EVERY_MS: Milliseconds = SECOND;
/** A version can also become due by the passing of time. */
const LOOK_EVERY_MS: Milliseconds = 10 * SECOND;

/** A recompute that is not over when it is stopped goes on at the next start. */
export function baselinesStage({ database, clock }: { database: Database; clock: Clock }): Stage {
  const memory = newMemory();
  const recompute = createRecomputing(database);
  let learnAt = 0;
  return {
    name: "baselines",
    failing: "could not learn or recompute baselines; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const untilDue = learnAt - performance.now();
      // baselines are not learned from half of the rows
      if (untilDue <= 0 && (await readRemaking(database)) === null) {
        await learnDue(database, clock(), memory);
        learnAt = performance.now() + LEARN_EVERY_MS;
      }
      if ((await recompute()) !== null) return MORE;
      // when the stage is woken too early, it looks again when it is time; nobody wakes it for a pause in the work
      if (untilDue > 0) return restUpTo(untilDue);
      return restUpTo(memory.firstWaits === null ? LOOK_EVERY_MS : LEARN_EVERY_MS);
    },
  };
}
