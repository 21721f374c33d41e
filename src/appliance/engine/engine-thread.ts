/** The engine as the main thread sees it: a thread that is started again when it breaks. */
import type { AuditedBy } from "../../answers/audited.ts";
import { type Answered, PostOffice } from "../../answers/post-office.ts";
import {
  ASKING_OTHERS,
  type ChangeAnswer,
  type ChangeAsked,
  type ChangeName,
} from "../../answers/changes.ts";
import type { KeyUse } from "../../identity/keys/table.ts";
import type { Use } from "../../identity/uses.ts";
import type { Log, LogFields } from "../../vocabulary/log.ts";
import type { StageReport } from "../../vocabulary/stage.ts";
import { fail } from "../../vocabulary/result.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import type { DamagedFrame } from "../../writer/upkeep/table.ts";
import type { EngineDesk } from "./engine-desk.ts";
import type { FromEngine, ToEngine } from "./engine-message.ts";
import type { EngineOptions, EngineState } from "./engine.ts";
import type { WhyAgain } from "./leases/keep-leases.ts";
import { explainFailure } from "../explain-failure.ts";

const FIRST_BACK_OFF_MS: Milliseconds = 100;
/** An engine that never ran is given up after so many starts: what stops it then does not go away. */
const FIRST_STARTS = 5;
/** The door closes a connection on which nothing is said for 60 s; the answer has to come before that. */
const PATIENT_DEADLINE_MS: Milliseconds = 50 * SECOND;
/** As long as a stop may take. */
const RENEW_WITHIN_MS: Milliseconds = 9 * SECOND;
/** Why an engine among several is started again. */
const AGAIN: Readonly<Record<WhyAgain, string>> = {
  lost: "another engine has taken over the work of this one, which was silent; it begins again",
  surplus: "another engine is to have some of this one's organizations; it begins again without them",
  writer: "this engine is to write what arrives; it begins again",
};
const LONGEST_BACK_OFF_MS: Milliseconds = 30 * SECOND;

/** What the engine's thread is made of. */
export interface EngineThreadParts {
  options: Omit<EngineOptions, "isAgain">;
  /** Starts a thread that runs `engine-worker.ts`. */
  startWorker(): Worker;
  log: Log;
}

/** The engine, whichever thread runs it. */
export class EngineThread implements EngineDesk {
  private worker: Worker | null = null;
  private latest: EngineState | null = null;
  private latestStages: readonly StageReport[] = [];
  private launches = 0;
  /** Those that failed for another reason than a store that was away. */
  private failedStarts = 0;
  private runs = false;
  private hasRun = false;
  private stopping = false;
  private backOff: Milliseconds = FIRST_BACK_OFF_MS;
  private startedAt: Instant = 0;
  private readonly first = Promise.withResolvers<void>();
  private stopped = Promise.withResolvers<void>();
  /** Of the newest launch: that its stages run, or that it broke. */
  private launched = Promise.withResolvers<void>();
  private renewing = false;
  private renewals = 0;

  private readonly office: PostOffice;

  private constructor(private parts: EngineThreadParts) {
    this.office = new PostOffice(parts.options.settings.requestDeadlineMs);
  }

  /**
   * Starts the engine; returns when its stages run.
   *
   * @throws An exception when they do not after several attempts.
   */
  static async start(parts: EngineThreadParts): Promise<EngineThread> {
    const thread = new EngineThread(parts);
    thread.launch();
    await thread.first.promise;
    return thread;
  }

  /** How its stages are; null while it is being started again. */
  get state(): EngineState | null {
    return this.latest;
  }

  /** How its stages were when it last reported. */
  get stages(): readonly StageReport[] {
    return this.latestStages;
  }

  /** How often it was started again since the first time. */
  get restarts(): number {
    return Math.max(0, this.launches - this.renewals - 1);
  }

  recordUses(uses: readonly KeyUse[]): void {
    this.post({ kind: "record_uses", uses });
  }

  recordSignInUses(uses: readonly Use[]): void {
    this.post({ kind: "record_sign_in_uses", uses });
  }

  noteDamage(frame: DamagedFrame): void {
    this.post({ kind: "note_damage", frame });
  }

  async change<Name extends ChangeName>(
    name: Name,
    asked: ChangeAsked<Name>,
    by: AuditedBy | null,
  ): Promise<Answered<ChangeAnswer<Name>>> {
    if (!this.runs) return fail({ kind: "away" });
    const { id, answered } = this.office.write(`the change ${name}`, undefined, this.deadlineOf(name));
    this.post({ kind: "change", id, name, asked, by });
    // The engine makes the change of that name, so its answer is of that change's type.
    return answered as Promise<Answered<ChangeAnswer<Name>>>;
  }

  private deadlineOf(name: ChangeName): Milliseconds | undefined {
    return ASKING_OTHERS.has(name) ? PATIENT_DEADLINE_MS : undefined;
  }

  /** Lets each stage finish what it is at; one that takes too long is broken off, and does it again at the next start. */
  async stop(withinMs: Milliseconds): Promise<void> {
    this.stopping = true;
    this.runs = false;
    if (this.worker === null) return;
    this.post({ kind: "stop", withinMs, how: "for_good" });
    const late = setTimeout(() => {
      this.parts.log.warning("the engine does not stop; ending it", {
        waitedMs: Math.round(withinMs),
      });
      this.stopped.resolve();
    }, withinMs);
    await this.stopped.promise;
    clearTimeout(late);
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have broken while this waited
    this.worker?.terminate();
  }

  /** Ends it between two steps and starts it with other settings; what waits stays in its stores. */
  async renew(changed: Partial<Pick<EngineOptions, "settings" | "prices">>): Promise<void> {
    this.parts = { ...this.parts, options: { ...this.parts.options, ...changed } };
    await this.launched.promise;
    // one that broke gets them when it is started again
    if (!this.runs || this.stopping) return;
    this.runs = false;
    this.renewing = true;
    this.post({ kind: "stop", withinMs: RENEW_WITHIN_MS, how: "again" });
    const late = setTimeout(() => this.stopped.resolve(), RENEW_WITHIN_MS);
    await this.stopped.promise;
    clearTimeout(late);
    this.renewing = false;
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have been asked to stop while this waited
    if (this.stopping) return;
    this.stopped = Promise.withResolvers<void>();
    this.worker?.terminate();
    this.office.endAll();
    this.renewals += 1;
    this.launch();
    await this.launched.promise;
  }

  private launch(): void {
    this.launches += 1;
    this.launched = Promise.withResolvers<void>();
    this.startedAt = performance.now();
    const worker = this.parts.startWorker();
    this.worker = worker;
    // what an earlier worker said last may come after it was given up
    const hear = (message: FromEngine) => void (this.worker === worker && this.hear(message));
    worker.onmessage = (event: MessageEvent<FromEngine>) => hear(event.data);
    worker.onerror = (event) => hear({ kind: "broken", reason: event.message, mayPass: false });
    this.post({ kind: "start", options: { ...this.parts.options, isAgain: this.launches > 1 } });
  }

  private hear(message: FromEngine): void {
    switch (message.kind) {
      case "started":
        this.runs = true;
        this.hasRun = true;
        this.launched.resolve();
        return this.first.resolve();
      case "state":
        this.latest = message.state;
        this.latestStages = message.state.stages;
        return;
      case "answer":
      case "failure":
        return this.office.settle(message);
      case "log":
        return this.parts.log[message.level](message.message, this.explained(message.fields));
      case "again":
        this.parts.log.info(AGAIN[message.why]);
        return void this.renew({});
      case "broken":
        return this.recover(message);
      case "stopped":
        return this.stopped.resolve();
    }
  }

  private explained(fields: LogFields): LogFields {
    const { reason } = fields;
    if (typeof reason !== "string") return fields;
    return { ...fields, reason: explainFailure(reason, this.parts.options.settings) };
  }

  private recover({ reason: found, mayPass }: { reason: string; mayPass: boolean }): void {
    const reason = explainFailure(found, this.parts.options.settings);
    if (!mayPass) this.failedStarts += 1;
    this.worker?.terminate();
    this.worker = null;
    this.latest = null;
    this.runs = false;
    this.launched.resolve();
    this.office.endAll();
    if (this.stopping || this.renewing) return this.stopped.resolve();
    if (!this.hasRun && this.failedStarts >= FIRST_STARTS)
      return this.first.reject(new Error(`the engine does not start: ${reason}`));
    if (performance.now() - this.startedAt > MINUTE) this.backOff = FIRST_BACK_OFF_MS;
    this.parts.log.error("the engine broke; starting it again", { reason, waitMs: this.backOff });
    setTimeout(() => this.stopping || this.launch(), this.backOff);
    this.backOff = Math.min(this.backOff * 2, LONGEST_BACK_OFF_MS);
  }

  private post(message: ToEngine): void {
    this.worker?.postMessage(message);
  }
}
