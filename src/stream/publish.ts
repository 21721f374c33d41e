/**
 * Group commit: requests that arrive while a publish is in flight travel together in the next message, and so do those
 * that arrive within a moment of each other.
 *
 * A request is answered when the server has acknowledged its message, which with `sync_interval: always` means
 * that it is on disk. When the server goes away, requests are held for a while and published again under the
 * same message id, so that one which had arrived after all is not stored twice.
 */
import { randomBytes } from "node:crypto";
import { fail, type Result } from "../vocabulary/result.ts";
import { type Bytes, type Instant, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import type { AcknowledgedNote } from "./acknowledged.ts";
import type { StreamConnection } from "./connection.ts";
import { Gathering } from "./gathering.ts";
import type { StreamRequest } from "./request.ts";
import { Lanes } from "./lanes.ts";
import { Parcel } from "./parcel.ts";
import { NO_PRESSURE, type Pressure } from "./pressure.ts";
import { createPublishCounters } from "./publish-counts.ts";

/** Why no request can be made durable right now. All pass by themselves: the sender should come again. */
export type PassingProblem = { kind: "full" } | { kind: "unavailable" } | { kind: "stopping" };

/** Why a request could not be made durable; one that is too large for a message will not be at any time. */
export type PublishProblem = PassingProblem | { kind: "too_large" };

type Published = Result<void, PublishProblem>;

/** Bounds of what waits; a request beyond them is refused, never dropped. */
export interface PublishLimits {
  /** Bodies that may wait or be in flight, in all. */
  heldBytes: Bytes;
  /** How long one request may wait. */
  heldMs: Milliseconds;
}

const DEFAULT_PUBLISH_LIMITS: PublishLimits = { heldBytes: 64 * 1024 * 1024, heldMs: 2 * SECOND };

/** What a publisher may be given in addition to the connection. */
export interface PublisherOptions {
  limits?: PublishLimits;
  /** Where it says how many requests wait. */
  pressure?: Pressure;
  /** Where it notes what was acknowledged. */
  acknowledged?: AcknowledgedNote;
}

/** While messages this big wait, two are under way at once, so that the disk and this thread are both busy. */
const WORTH_ANOTHER_BYTES: Bytes = 256 * 1024;
const IN_FLIGHT = 2;
const SWEEP_MS: Milliseconds = 50;
/** Below this recent average of waiting requests the server counts as idle. */
const NOBODY = 0.5;
const SMOOTHING = 0.3;

interface Waiting {
  /** Of its body. */
  bytes: Bytes;
  arrivedAt: Instant;
  answer: ((outcome: Published) => void) | null;
}

/** What travels in one message, and who waits for it, in the same order. */
interface Group {
  parcel: Parcel;
  waiting: Waiting[];
}

/** Publishes requests in the order they arrive. */
export class Publisher {
  /** What was published since the process started. */
  readonly counters = createPublishCounters();
  private queue: Group[] = [];
  private readonly unanswered = new Set<Waiting>();
  private heldBytes: Bytes = 0;
  /** Messages on their way, the oldest first. */
  private readonly flights = new Set<{ startedAt: Instant }>();
  private stopping = false;
  private pumping = false;
  private readonly lanes: Lanes;
  private readonly limits: PublishLimits;
  private readonly pressure: Pressure;
  /** Runs while something waits: an idle program sleeps. */
  private sweeper: Timer | null = null;
  private launched = 0;
  private readonly idle: (() => void)[] = [];
  /** Requests that wait, on the average of the last moments. */
  private usuallyWaiting = 0;
  private readonly gathering = new Gathering(() => this.pump());

  constructor(connection: StreamConnection, options: PublisherOptions = {}) {
    this.lanes = new Lanes(connection, newPublisherId(), options.acknowledged ?? null);
    this.limits = options.limits ?? DEFAULT_PUBLISH_LIMITS;
    this.pressure = options.pressure ?? NO_PRESSURE;
  }

  /** Why a request that came now would not be taken, null when it would; cheap, for refusing early. */
  refusal(): PassingProblem["kind"] | null {
    if (this.stopping) return "stopping";
    if (this.heldBytes >= this.limits.heldBytes) return "full";
    const since = this.waitingSince();
    return since !== null && performance.now() - since > this.limits.heldMs ? "unavailable" : null;
  }

  /** How many messages have begun their way since the start. */
  get messages(): number {
    return this.launched;
  }

  /** Since when the oldest message waits for its acknowledgement, by `performance.now()`; null when none waits. */
  waitingSince(): Instant | null {
    const [oldest] = this.flights;
    return oldest?.startedAt ?? null;
  }

  /**
   * Makes the request durable.
   *
   * @returns Success once it is on disk.
   */
  publish(request: StreamRequest): Promise<Published> {
    const refusal = this.refusal();
    if (refusal !== null) return Promise.resolve(fail({ kind: refusal }));
    return new Promise((answer) => {
      const { bytes } = request.header;
      const waiting: Waiting = { bytes, arrivedAt: performance.now(), answer };
      this.add(request, waiting);
      this.unanswered.add(waiting);
      this.heldBytes += bytes;
      this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS);
      this.pumpSoon();
    });
  }

  /** Takes no more, and returns when what was taken is acknowledged or given up. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.gathering.end();
    if (this.flights.size > 0 || this.queue.length > 0)
      await new Promise<void>((done) => this.idle.push(done));
    this.endSweeping();
  }

  private add(request: StreamRequest, waiting: Waiting): void {
    let group = this.queue.at(-1);
    if (group?.parcel.hasRoomFor(request) !== true) {
      group = { parcel: new Parcel(request), waiting: [] };
      this.queue.push(group);
    }
    group.parcel.add(request);
    group.waiting.push(waiting);
  }

  // after the requests that arrived in the same moment, so that they travel together
  private pumpSoon(): void {
    if (this.pumping) return;
    this.pumping = true;
    setImmediate(() => {
      this.pumping = false;
      if (this.flights.size === 0 && !this.stopping) this.gathering.wait(this.queued);
      else this.pump();
    });
  }

  // small requests wait for the flight before theirs: each message costs the same, however many travel in it
  private pump(): void {
    for (let [next] = this.queue; next !== undefined && this.mayLaunch(); [next] = this.queue) {
      this.queue.shift();
      this.launch(next);
    }
  }

  private get queued(): number {
    return this.queue.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  private mayLaunch(): boolean {
    if (this.flights.size === 0) return true;
    return this.flights.size < IN_FLIGHT && this.isMuchWaiting();
  }

  private isMuchWaiting(): boolean {
    return this.queue.reduce((sum, { parcel }) => sum + parcel.bytes, 0) >= WORTH_ANOTHER_BYTES;
  }

  private launch(group: Group): void {
    const flight = { startedAt: performance.now() };
    this.flights.add(flight);
    this.launched += 1;
    void this.send(group).finally(() => {
      this.flights.delete(flight);
      this.pump();
      if (this.flights.size === 0) for (const done of this.idle.splice(0)) done();
    });
  }

  private async send({ parcel, waiting }: Group): Promise<void> {
    const packed = await parcel.pack();
    const sentAt = performance.now();
    // also goes on when everybody was answered "unavailable" meanwhile: bodies that are here should not be lost
    const outcome = await this.lanes.append(packed, () => !this.stopping || waiting.some(isUnanswered));
    if (outcome.ok) this.counters.published(parcel.headers, (performance.now() - sentAt) / SECOND);
    else this.counters.failed();
    for (const request of waiting) this.settle(request, outcome);
  }

  private settle(waiting: Waiting, outcome: Published): void {
    this.heldBytes -= waiting.bytes;
    this.unanswered.delete(waiting);
    waiting.answer?.(outcome);
    waiting.answer = null;
  }

  private sweep(): void {
    // those that gather need nobody's time
    const waiting = this.unanswered.size - (this.gathering.isOn ? this.queued : 0);
    this.usuallyWaiting += SMOOTHING * (waiting - this.usuallyWaiting);
    this.pressure.reportWaiting(this.usuallyWaiting);
    this.answerLate();
    const isIdle = this.unanswered.size + this.queue.length === 0;
    if (isIdle && this.usuallyWaiting < NOBODY) this.endSweeping();
  }

  private endSweeping(): void {
    if (this.sweeper !== null) clearInterval(this.sweeper);
    this.sweeper = null;
    this.usuallyWaiting = 0;
    this.pressure.reportWaiting(0);
  }

  // answers requests that waited too long; their message may still be on its way, so they are not forgotten
  private answerLate(): void {
    const latest = performance.now() - this.limits.heldMs;
    for (const waiting of this.unanswered) {
      if (waiting.arrivedAt > latest) break;
      this.unanswered.delete(waiting);
      waiting.answer?.(fail({ kind: "unavailable" }));
      waiting.answer = null;
    }
    for (const group of this.queue) this.dropAnswered(group);
    this.queue = this.queue.filter(({ waiting }) => waiting.length > 0);
  }

  // those who came first are late first
  private dropAnswered({ parcel, waiting }: Group): void {
    const late = waiting.filter((request) => !isUnanswered(request));
    waiting.splice(0, late.length);
    parcel.drop(late.length);
    for (const { bytes } of late) this.heldBytes -= bytes;
  }
}

/** New at each start: the totals of an earlier run are in its own messages. */
function newPublisherId(): string {
  return randomBytes(8).toString("hex");
}

function isUnanswered({ answer }: Waiting): boolean {
  return answer !== null;
}
