/** A stage: work that goes on for as long as the program runs, one step after the other. */
import type { Instant, Milliseconds } from "./units.ts";

/** Work that never ends. A part makes its stage; `supervise/` runs it. */
export interface Stage {
  /** Its name in status, readiness and Prometheus metrics. */
  readonly name: string;
  /** The log message when a step fails: what could not be done, and that it is tried again. */
  readonly failing: string;
  /** Whether later stages wait while it works. */
  readonly goesFirst?: true;
  /**
   * Does one piece of work, short enough that the program can stop after it.
   *
   * @throws An exception; the step is tried again after a pause, while the other stages go on.
   */
  step(pace: Pace): Promise<Step>;
}

/** What a step gets. */
export interface Pace {
  /** Returns when the stage may work; to be awaited before each piece of work. */
  goAhead(): Promise<void>;
  /** Aborted when the program stops. */
  stopping: AbortSignal;
}

/** What a step returns. */
export interface Step {
  /** Whether it did something that the stages after it should look at; they are woken. */
  didWork: boolean;
  /** The next step comes no earlier, even if the stage is woken. */
  leastMs: Milliseconds;
  /** The next step comes no later, even if nobody wakes the stage; infinite when only waking can bring work. */
  mostMs: Milliseconds;
  /** Wakes the stage when it is settled: a response from outside that the step did not wait for. It never rejects. */
  wokenBy?: Promise<unknown>;
}

/** Something was done, and there may be more to do. */
export const MORE: Step = { didWork: true, leastMs: 0, mostMs: 0 };

/**
 * Nothing is left to do for now.
 *
 * @param atMost - The longest time until it looks again.
 */
export function restUpTo(mostMs: Milliseconds, other: Partial<Step> = {}): Step {
  return { didWork: false, leastMs: 0, ...other, mostMs };
}

/** Nothing needs to be done until this time is over. */
export function restFor(restMs: Milliseconds, other: Partial<Step> = {}): Step {
  return { didWork: false, ...other, leastMs: restMs, mostMs: restMs };
}

/** Nothing will ever need to be done again. */
export const OVER: Step = restFor(Number.POSITIVE_INFINITY);

/** The state of a stage. */
export type StageCondition =
  /** It has nothing to do. */
  | { kind: "idle" }
  | { kind: "working"; since: Instant }
  /** It waits for stages with priority. */
  | { kind: "waiting"; since: Instant }
  /** Its last step failed, for the last of so many times in a row. */
  | { kind: "failed"; reason: string; since: Instant; tries: number; nextTryAt: Instant };

/** Something that went wrong, and when. */
export interface Failure {
  at: Instant;
  reason: string;
}

/** What is reported about a stage. */
export interface StageReport {
  name: string;
  condition: StageCondition;
  /** null when nothing went wrong since the start. */
  lastFailure: Failure | null;
  /** Steps that failed since the start. */
  failures: number;
}

/** A pace for code that does a stage's work without other stages: everything may continue. */
export const UNHURRIED: Pace = { goAhead: async () => {}, stopping: new AbortController().signal };
