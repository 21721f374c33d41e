/** The scheduling stage: starts the runs of schedules at their times, has their reports made, and sends them. */
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { restUpTo, type Stage, type Step } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { PlaceParts } from "../integrations/sending/deliver-to.ts";
import { isOver, parseDeliveries } from "../integrations/sending/delivery.ts";
import { Sending } from "../integrations/sending/sending.ts";
import { advanceRuns, type RunningParts } from "./advance-runs.ts";
import type { RunRow } from "./runs-table.ts";
import { readNextRunAt } from "./schedules-table.ts";
import { startDue } from "./start-due.ts";

/** What scheduling works with. */
export interface SchedulingParts {
  database: Database;
  clock: Clock;
  places: PlaceParts;
  /** How people reach this server; null when nobody said. */
  publicUrl: string | null;
}

/** It rests no longer, so that a clock that is put forward is noticed. */
const LONGEST_REST_MS: Milliseconds = 30 * SECOND;
/** While it waits for a report, or a schedule for its run that is under way. */
const LOOK_EVERY_MS: Milliseconds = SECOND / 2;
/** So many wakings are one look. */
const LEAST_REST_MS: Milliseconds = SECOND / 10;

/**
 * Runs schedules.
 *
 * A step stays neither for a report nor for the chat tool. A message that was being sent when the program died is sent
 * once more.
 */
export function schedulingStage(parts: SchedulingParts): Stage {
  const running: RunningParts = { ...parts, sending: new Sending() };
  return {
    name: "scheduling",
    failing: "could not run the schedules of reports; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      await startDue(parts.database, parts.clock());
      const { open, asked } = await advanceRuns(running);
      // the stage that makes reports comes after this one
      return restOf(running, { open, didWork: asked > 0 });
    },
  };
}

async function restOf(
  { database, clock, sending }: RunningParts,
  { open, didWork }: { open: readonly RunRow[]; didWork: boolean },
): Promise<Step> {
  const nextRunAt = await readNextRunAt(database);
  const now = clock();
  const times = [...(nextRunAt === null ? [] : [nextRunAt]), ...open.map((run) => nextTimeOf(run))];
  const rests = times.map((time) => (time > now ? time - now : LOOK_EVERY_MS));
  const rest = { didWork, leastMs: LEAST_REST_MS };
  const mostMs = Math.max(Math.min(...rests, LONGEST_REST_MS), LEAST_REST_MS);
  return restUpTo(mostMs, sending.count > 0 ? { ...rest, wokenBy: sending.next } : rest);
}

/** When something is to be done for a run; 0 for now. */
function nextTimeOf(run: RunRow): Instant {
  const open = parseDeliveries(run).filter((delivery) => !isOver(delivery));
  return run.status === "reporting" ? 0 : Math.min(...open.map(({ nextTryAt }) => nextTryAt ?? 0));
}
