/** One stage while it runs: steps, rests that end when it is woken, and failures that stay its own. */
import type { Clock } from "../vocabulary/clock.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import type { Failure, Stage, StageCondition, StageReport, Step } from "../vocabulary/stage.ts";
import { type Instant, type Milliseconds, MINUTE, type Ratio } from "../vocabulary/units.ts";
import { pauseAfter } from "./back-off.ts";

/** What a running stage works with, and who hears of it. */
export interface RunningStageParts {
  clock: Clock;
  log: Log;
  /** Returns from 0 up to 1. */
  chance(): Ratio;
  /** Returns when nothing that goes first needs the machine. */
  giveWay(stopping: AbortSignal): Promise<void>;
  /** Called after a step that did something. */
  didWork(): void;
}

/** The same failure is logged no more often. */
const REPEAT_AFTER_MS: Milliseconds = MINUTE;

/** Runs one stage from its making until it is stopped. */
export class RunningStage {
  /** Ends after `stop`, with the step it was at; never fails. */
  readonly done: Promise<void>;
  private readonly stopping = new AbortController();
  private condition: StageCondition = { kind: "idle" };
  private lastFailure: Failure | null = null;
  private failures = 0;
  private tries = 0;
  private logged: { reason: string; at: Instant } | null = null;
  private step = Promise.withResolvers<void>();
  private isWoken = false;
  private mayBeWoken = false;
  private endPause: (() => void) | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly parts: RunningStageParts,
  ) {
    this.done = this.run();
  }

  get name(): string {
    return this.stage.name;
  }

  report(): StageReport {
    const { name, condition, lastFailure, failures } = this;
    return { name, condition, lastFailure, failures };
  }

  /** Ends its rest, or the next one if it works now. */
  wake(): void {
    this.isWoken = true;
    if (this.mayBeWoken) this.endPause?.();
  }

  /** Ends it after the step it is at. */
  stop(): void {
    this.stopping.abort();
    this.endPause?.();
  }

  /** Returns what ends with the step that it works on; null when it does not work. */
  get working(): Promise<void> | null {
    return this.condition.kind === "working" ? this.step.promise : null;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.isWoken = false;
      const step = await this.tryStep();
      this.step.resolve();
      this.step = Promise.withResolvers();
      if (step?.didWork === true) this.parts.didWork();
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may change while this waits
      if (!this.stopping.signal.aborted) await this.rest(step);
    }
  }

  /** Returns null when it failed. */
  private async tryStep(): Promise<Step | null> {
    try {
      const { signal: stopping } = this.stopping;
      const step = await this.stage.step({ goAhead: () => this.goAhead(), stopping });
      this.tries = 0;
      this.logged = null;
      this.condition = { kind: "idle" };
      return step;
    } catch (error) {
      this.fail(describeError(error));
      return null;
    }
  }

  private async goAhead(): Promise<void> {
    const hasFailed = this.tries > 0; // and is failed until a step succeeds
    if (!hasFailed) this.condition = { kind: "waiting", since: this.parts.clock() };
    await this.parts.giveWay(this.stopping.signal);
    if (!hasFailed) this.condition = { kind: "working", since: this.parts.clock() };
  }

  private fail(reason: string): void {
    const { clock, log, chance } = this.parts;
    const at = clock();
    this.tries += 1;
    this.failures += 1;
    this.lastFailure = { at, reason };
    const waitMs = pauseAfter(this.tries, chance());
    const since = this.condition.kind === "failed" ? this.condition.since : at;
    this.condition = { kind: "failed", reason, since, tries: this.tries, nextTryAt: at + waitMs };
    if (this.logged?.reason === reason && at - this.logged.at < REPEAT_AFTER_MS) return;
    this.logged = { reason, at };
    log.error(this.stage.failing, { stage: this.name, reason, tries: this.tries, waitMs });
  }

  private async rest(step: Step | null): Promise<void> {
    if (this.condition.kind === "failed")
      return this.pause(this.condition.nextTryAt - (this.lastFailure?.at ?? 0));
    if (step === null || step.mostMs <= 0) return aMoment();
    void step.wokenBy?.then(() => this.wake());
    await this.pause(step.leastMs);
    this.mayBeWoken = true;
    if (!this.isWoken && !this.stopping.signal.aborted) await this.pause(step.mostMs - step.leastMs);
    this.mayBeWoken = false;
  }

  private async pause(restMs: Milliseconds): Promise<void> {
    if (restMs <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.endPause = resolve;
    const timer = Number.isFinite(restMs) ? setTimeout(resolve, restMs) : null;
    await promise;
    this.endPause = null;
    if (timer !== null) clearTimeout(timer);
  }
}

/** Lets everything else in this thread have its turn. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
