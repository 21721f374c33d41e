/**
 * The lanes on which a process sends its messages, so that the totals they carry are always exact.
 *
 * A message says how much its publisher has ever published, itself included. Each lane is a publisher of its own, and
 * sends its next message only when it is known what became of the one before; so no refusal and no crash can leave a
 * wrong total, and no lane needs to know of the others, in this process or in another. A lane that cannot know what
 * became of its message ends: the next message is the first of a new one.
 */
import { JetStreamApiError } from "@nats-io/jetstream";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import { type Bytes, type Instant, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import type { AcknowledgedNote } from "./acknowledged.ts";
import { ANSWER_TIMEOUT_MS, type StreamConnection } from "./connection.ts";
import { finishMessage, type PackedFrames, sum, type Totals } from "./message.ts";
import { MAX_PAYLOAD_BYTES } from "./server/server-config.ts";
import { PUBLISH_WINDOW_MS, readNewestTotalsOf, readStreamState, subjectOf } from "./telemetry-stream.ts";

/** Why a message was not appended. */
export type AppendProblem = { kind: "full" } | { kind: "unavailable" } | { kind: "too_large" };

interface Lane {
  /** The publisher that its messages name. */
  id: string;
  /** Messages that it was given, for their ids. */
  messages: number;
  /** What of it was acknowledged. */
  totals: Totals;
  /** The place of its newest acknowledged message. */
  sequence: number;
}

/** One message on its way along a lane. */
interface Passage {
  lane: Lane;
  packed: PackedFrames;
  /** The same at each attempt: one that had arrived after all is not stored twice. */
  msgID: string;
  begunAt: Instant;
  /** Whether an attempt was not answered, so that nobody knows whether it is stored. */
  isDoubtful: boolean;
}

type Attempt = "stored" | "full" | "refused" | "unanswered";

/** The rest is for the header and for what the client writes around a message. */
const FRAMING_BYTES: Bytes = 4_096;

const RETRY_WAIT_MS: Milliseconds = 20;
/** So long a server of a cluster may believe that it leads, and give an earlier end of the stream as the last. */
const STALE_LEADER_MS: Milliseconds = 15 * SECOND;
/** Past this age a message goes on in a new lane: the server may have forgotten the id of one it had stored. */
const OLDEST_PASSAGE_MS: Milliseconds = PUBLISH_WINDOW_MS / 2;

/** The lanes of one process; as many as it has messages on their way at once. */
export class Lanes {
  private readonly all: Lane[] = [];
  private readonly free: Lane[] = [];
  private opened = 0;
  private underway = 0;
  /** Whether the stream may have lost something since it was asked last. */
  private isUnsure = false;
  private agreeing: Promise<void> | null = null;
  /** Since when the stream has seemed to end before what it acknowledged. */
  private shortSince: Instant | null = null;

  /**
   * Opens no lane yet.
   *
   * @param publisher - An id that no other process has.
   */
  constructor(
    private readonly connection: StreamConnection,
    private readonly publisher: string,
    private readonly note: AcknowledgedNote | null,
  ) {}

  /**
   * Appends one message to the stream.
   *
   * @param goesOn - `goesOn`, asked whether to repeat while nobody knows whether the message is stored.
   *   Giving up then is safe for the totals, but the message may be stored all the same.
   * @returns Success when it is on disk; `too_large` for what no message can hold, now or later.
   */
  async append(packed: PackedFrames, goesOn: () => boolean): Promise<Result<void, AppendProblem>> {
    // the client throws it back for as long as it is tried
    if (packed.compressed.length > this.largestMessage()) return fail({ kind: "too_large" });
    const lane = this.free.pop() ?? this.open();
    try {
      return await this.pass(lane, packed, goesOn);
    } finally {
      this.free.push(lane);
    }
  }

  private largestMessage(): Bytes {
    const most = this.connection.nats.info?.max_payload ?? MAX_PAYLOAD_BYTES;
    return Math.min(most, MAX_PAYLOAD_BYTES) - FRAMING_BYTES;
  }

  private open(): Lane {
    const lane = { id: this.nextId(), messages: 0, totals: NOTHING, sequence: 0 };
    this.all.push(lane);
    return lane;
  }

  private nextId(): string {
    this.opened += 1;
    return `${this.publisher}-${this.opened}`;
  }

  private async pass(
    lane: Lane,
    packed: PackedFrames,
    goesOn: () => boolean,
  ): Promise<Result<void, AppendProblem>> {
    for (let passage = begin(lane, packed); ;) {
      const isSure = await this.becomesSure(goesOn);
      if (isSure) passage = this.renewedWhenStale(passage);
      const attempt = isSure ? await this.attempt(passage) : "unanswered";
      if (attempt === "stored") return succeed(undefined);
      if (attempt === "unanswered" && goesOn()) continue;
      // it may be stored: what comes next must not be counted on from it, nor from the one before it
      if (passage.isDoubtful) this.renew(lane);
      return fail({ kind: attempt === "full" ? "full" : "unavailable" });
    }
  }

  private async becomesSure(goesOn: () => boolean): Promise<boolean> {
    if (!this.connection.isUp()) this.isUnsure = true;
    while (this.isUnsure) {
      await this.agree();
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may change while this waits
      if (this.isUnsure && !goesOn()) return false;
    }
    return true;
  }

  private renewedWhenStale(passage: Passage): Passage {
    const { lane, packed } = passage;
    const isOld = performance.now() - passage.begunAt > OLDEST_PASSAGE_MS;
    if (passage.isDoubtful && isOld) this.renew(lane);
    return passage.msgID.startsWith(`${lane.id}.`) ? passage : begin(lane, packed);
  }

  private renew(lane: Lane): void {
    Object.assign(lane, { id: this.nextId(), messages: 0, totals: NOTHING, sequence: 0 });
  }

  private async attempt(passage: Passage): Promise<Attempt> {
    const { lane, packed, msgID } = passage;
    const { client, answered } = this.connection;
    const totals = sum(lane.totals, packed.counted);
    const message = finishMessage(packed, { publisher: lane.id, totals });
    this.underway += 1;
    try {
      const options = { msgID, timeout: ANSWER_TIMEOUT_MS };
      const { seq: sequence } = await answered(
        client.publish(subjectOf(this.connection, lane.id), message, options),
      );
      Object.assign(lane, { totals, sequence });
      await this.note?.acknowledge(lane.id, totals);
      return "stored";
    } catch (error) {
      const meaning = meaningOf(error);
      // a cluster without a leader refuses at once
      if (meaning === "unanswered" && this.connection.shelf.isCluster) await Bun.sleep(RETRY_WAIT_MS);
      if (meaning === "unanswered") this.isUnsure = passage.isDoubtful = true;
      return meaning;
    } finally {
      this.underway -= 1;
    }
  }

  /** Asks the server whether all that was acknowledged is still there, once for all who wait. */
  private agree(): Promise<void> {
    this.agreeing ??= this.askForEnd().finally(() => (this.agreeing = null));
    return this.agreeing;
  }

  private async askForEnd(): Promise<void> {
    // what is on its way would move the end that is asked for
    if (this.underway > 0) return Bun.sleep(RETRY_WAIT_MS);
    try {
      const { lastSequence } = await readStreamState(this.connection);
      const lost = this.all.filter(({ sequence }) => sequence > lastSequence);
      if (!this.isBelieved(lost.length > 0)) return Bun.sleep(RETRY_WAIT_MS);
      for (const lane of lost) await this.reportLoss(lane);
      this.isUnsure = false;
    } catch {
      await Bun.sleep(RETRY_WAIT_MS); // it is being started again; whoever waits decides for how long
    }
  }

  /** Whether the end of the stream is what the server says. */
  private isBelieved(isShort: boolean): boolean {
    const now = performance.now();
    this.shortSince = isShort ? (this.shortSince ?? now) : null;
    if (this.shortSince === null || !this.connection.shelf.isCluster) return true;
    return now - this.shortSince > STALE_LEADER_MS;
  }

  /** The stream ends before what it had acknowledged: a damaged disk lost the rest, and the lane with it. */
  private async reportLoss(lane: Lane): Promise<void> {
    const newest = await readNewestTotalsOf(this.connection, lane.id);
    // none left: the database knows how far they were written, and the books compare it
    if (newest !== null) this.note?.compare(lane.id, newest);
    this.renew(lane);
  }
}

const NOTHING: Totals = { frames: 0, records: 0 };

function begin(lane: Lane, packed: PackedFrames): Passage {
  lane.messages += 1;
  const msgID = `${lane.id}.${lane.messages}`;
  return { lane, packed, msgID, begunAt: performance.now(), isDoubtful: false };
}

function meaningOf(error: unknown): Attempt {
  if (!(error instanceof JetStreamApiError)) return "unanswered";
  if (isFull(error)) return "full";
  return isPassing(error) ? "unanswered" : "refused";
}

/** The servers are choosing who leads them. */
function isPassing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.status === 503 && !isFull(error);
}

// the server says "maximum bytes exceeded" (10054 and 10077) or "insufficient storage resources" (10047)
function isFull(error: JetStreamApiError): boolean {
  if (/^raft:/i.test(error.message)) return false; // it leads the cluster no more, and says so with 10077 too
  return [10_047, 10_054, 10_077].includes(error.code) || /maximum|insufficient/i.test(error.message);
}
