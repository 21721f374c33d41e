/** Runs stages: starts them in their order, wakes those after one that worked, and stops them in reverse. */
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import type { Stage, StageReport } from "../vocabulary/stage.ts";
import { type Milliseconds, type Ratio, SECOND } from "../vocabulary/units.ts";
import { RunningStage } from "./running-stage.ts";

/** What stages are run with. */
export interface RunStagesParts {
  clock: Clock;
  log: Log;
  /** Returns when requests leave the stages time to work, or when it is over. */
  holdBack(isOver: () => boolean): Promise<void>;
  /** Returns from 0 up to 1; the machine's own when absent. */
  chance?(): Ratio;
}

/** Running stages. */
export interface RunningStages {
  /** How each of them is, in their order. */
  reports(): StageReport[];
  /** Lets all of them look for work. */
  wake(): void;
  /**
   * Ends each after the step it is at.
   *
   * @returns The names of those that did not end within the time.
   */
  stop(withinMs: Milliseconds): Promise<string[]>;
}

/**
 * A stage gives way to one that goes first for no longer, so that it gets its share next to one that hangs. A step of
 * those takes this long only on a machine that is busy with other things: a shorter time would let others work between
 * its pieces.
 */
const LONGEST_WAY_MS: Milliseconds = SECOND;

/**
 * Starts the stages.
 *
 * @param stages - In the order in which work goes from one to the next.
 */
export function runStages(stages: readonly Stage[], parts: RunStagesParts): RunningStages {
  const { chance = Math.random, holdBack, clock, log } = parts;
  const running: RunningStage[] = [];
  const first: RunningStage[] = [];
  for (const [place, stage] of stages.entries()) {
    const earlier = [...first];
    const started = new RunningStage(stage, {
      clock,
      log,
      chance,
      giveWay: async (stopping) => {
        await holdBack(() => stopping.aborted);
        for (const { working } of earlier) if (working !== null) await within(working, LONGEST_WAY_MS);
      },
      didWork: () => running.slice(place + 1).forEach((later) => later.wake()),
    });
    running.push(started);
    if (stage.goesFirst === true) first.push(started);
  }
  return {
    reports: () => running.map((stage) => stage.report()),
    wake: () => running.forEach((stage) => stage.wake()),
    stop: (withinMs) => stopAll(running.toReversed(), withinMs),
  };
}

async function stopAll(stages: readonly RunningStage[], withinMs: Milliseconds): Promise<string[]> {
  const until = performance.now() + withinMs;
  const late: string[] = [];
  // all at once, the last first: one that hangs costs the others nothing of the time
  for (const stage of stages) stage.stop();
  for (const { name, done } of stages)
    if (!(await within(done, Math.max(0, until - performance.now())))) late.push(name);
  return late;
}

/** Returns whether it ended within the time. */
async function within(work: Promise<void>, limitMs: Milliseconds): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), limitMs);
  const ended = await Promise.race([work.then(() => true), over]);
  clearTimeout(timer);
  return ended;
}
