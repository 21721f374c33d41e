/** The scheduling stage: starts the runs of schedules at their times. */
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { restUpTo, type Stage } from "../../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { readNextRunAt } from "./schedules-table.ts";
import { startDue } from "./start-due.ts";

/** What scheduling works with. */
export interface SchedulingParts {
  database: Database;
  clock: Clock;
}

/** It rests no longer, so that a clock that is put forward is noticed. */
const LONGEST_REST_MS: Milliseconds = 30 * SECOND;
/** While something waits for a run that is under way. */
const LOOK_EVERY_MS: Milliseconds = SECOND / 4;

/** Runs schedules. */
export function schedulingStage({ database, clock }: SchedulingParts): Stage {
  return {
    name: "scheduling",
    failing: "could not run the schedules of reports; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const started = await startDue(database, clock());
      const nextRunAt = await readNextRunAt(database);
      const leftMs = nextRunAt === null ? LONGEST_REST_MS : Math.max(nextRunAt - clock(), LOOK_EVERY_MS);
      return restUpTo(Math.min(leftMs, LONGEST_REST_MS), { didWork: started > 0 });
    },
  };
}
