/** A stage: work that goes on for as long as the program runs, one step after the other. */
import type { Instant, Milliseconds } from "./units.ts";

/** Work that never ends. A part makes its stage; `supervise/` runs it. */
export interface Stage {
  /** As status, readiness and measurements call it. */
  readonly name: string;
  /** What the log says when a step fails: what could not be done, and that it is tried again. */
  readonly failing: string;
  /** Whether stages after it give way while it works. */
  readonly goesFirst?: true;
  /**
   * Does one piece of work, short enough that the program can stop after it.
   *
   * @throws An exception; the step is tried again after a pause, while the other stages go on.
   */
  step(pace: Pace): Promise<Step>;
}

/** What a step is given. */
export interface Pace {
  /** Returns when the stage may work; to be awaited before each piece of work. */
  goAhead(): Promise<void>;
  /** Aborted when the program stops. */
  stopping: AbortSignal;
}

/** What a step says when it is over. */
export interface Step {
  /** Whether it did something that the stages after it should look at; they are woken. */
  didWork: boolean;
  /** The next step comes no earlier, even if the stage is woken. */
  leastMs: Milliseconds;
  /** The next step comes no later, even if nobody wakes the stage; infinite when only waking can bring work. */
  mostMs: Milliseconds;
  /** Wakes the stage when it is settled: an answer from outside that the step did not stay for. Never rejects. */
  wokenBy?: Promise<unknown>;
}

/** Something was done, and there may be more to do. */
export const MORE: Step = { didWork: true, leastMs: 0, mostMs: 0 };

/**
 * Nothing is left to do for now.
 *
 * @remarks Takes the longest time until it looks again, and what else differs.
 */
export function restUpTo(mostMs: Milliseconds, other: Partial<Step> = {}): Step {
  return { didWork: false, leastMs: 0, ...other, mostMs };
}

/** Nothing is to be done until this time is over. */
export function restFor(restMs: Milliseconds, other: Partial<Step> = {}): Step {
  return { didWork: false, ...other, leastMs: restMs, mostMs: restMs };
}

/** Nothing will be to do any more. */
export const OVER: Step = restFor(Number.POSITIVE_INFINITY);

/** How a stage is. */
export type StageCondition =
  /** It has nothing to do. */
  | { kind: "idle" }
  | { kind: "working"; since: Instant }
  /** It holds back for those that go first. */
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

/** A pace for whoever does a stage's work without others: everything may go ahead. */
export const UNHURRIED: Pace = { goAhead: async () => {}, stopping: new AbortController().signal };
