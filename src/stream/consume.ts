/**
 * The writer's end of the stream: messages strictly in order, gathered into batches.
 *
 * Who writes batches one after the other saves one position, so no message may come after a later one. A server hands
 * a message out again on its own time, after newer ones; therefore the consumer is made anew whenever a delivery may
 * have been lost (at each start, after each loss of the connection, at each gap): it then begins with the oldest
 * message that was not acknowledged.
 */
import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { type Attempts, UnnotedAttempts } from "../attempts/attempts.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import { type Bytes, type Instant, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import type { StreamConnection } from "./connection.ts";
import { countsOf, decodeMessage, type Message, type Unreadable } from "./message.ts";
import { makeConsumerAnew, streamNameOf, WRITER } from "./telemetry-stream.ts";

/** One message, unpacked. */
export interface Delivery extends Message {
  sequence: number;
}

/** One message that cannot be unpacked, as it came. */
export interface BrokenDelivery extends Unreadable {
  sequence: number;
  bytes: Uint8Array;
}

/** Messages taken together; the sequences of each list rise. */
export interface Batch {
  deliveries: Delivery[];
  broken: BrokenDelivery[];
  /** Lets the server forget them; to be called when they are safe elsewhere. One that it misses comes again. */
  acknowledge(): Promise<void>;
}

/** When a batch is closed. */
export interface BatchLimits {
  bytes: Bytes;
  waitMs: Milliseconds;
}

/** How the stream is read. */
export interface ReaderOptions extends BatchLimits {
  /** Where it is noted which message is unpacked; nowhere when absent. */
  attempts?: Attempts;
}

/** Messages asked for at a time: the server sends nothing that is not about to be taken, also while the writer rests. */
const FETCHED = 32;
/** Messages that wait here before more are asked for. */
const ENOUGH = 16;
/** Compressed bytes that wait here before more is asked for. */
const ENOUGH_BYTES: Bytes = 8 * 1024 * 1024;
const RETRY_WAIT_MS: Milliseconds = 50;
/** In a cluster the server that hands out messages may go without a word: so long is waited for one of them. */
const CLUSTER_FETCH_MS: Milliseconds = 3 * SECOND;

/** What is read of one consumer. */
interface Reading {
  /** The messages asked for last. */
  fetched: ConsumerMessages | null;
  isOver: boolean;
}

/** Reads the stream from the first message that is not acknowledged, until closed. */
export class StreamReader {
  private reading: Reading = { fetched: null, isOver: true };
  private arrived: JsMsg[] = [];
  private arrivedBytes: Bytes = 0;
  private wake = Promise.withResolvers<void>();
  private changed = Promise.withResolvers<void>();
  private closed = false;
  private hasComplained = false;
  private readonly attempts: Attempts;

  private constructor(
    private readonly connection: StreamConnection,
    private readonly limits: ReaderOptions,
    private readonly log: Log,
  ) {
    this.attempts = limits.attempts ?? new UnnotedAttempts();
    void this.keepReading();
  }

  static open(connection: StreamConnection, limits: ReaderOptions, log: Log): StreamReader {
    return new StreamReader(connection, limits, log);
  }

  /** Returns the next batch, as soon as its limits are reached; null when the reader was closed. */
  async next(): Promise<Batch | null> {
    await this.someArrived(Number.POSITIVE_INFINITY);
    const closesAt = performance.now() + this.limits.waitMs;
    const from = this.reading;
    const messages: JsMsg[] = [];
    const deliveries: Delivery[] = [];
    const broken: BrokenDelivery[] = [];
    let bytes = 0;
    while (bytes < this.limits.bytes && (await this.someArrived(closesAt))) {
      if (this.reading !== from) break; // begun anew: what comes now may be what this batch holds already
      const isAlone = this.isNextSuspect();
      if (isAlone && messages.length > 0) break;
      const message = this.take();
      if (message === null) break;
      messages.push(message);
      bytes += await unpackInto({ deliveries, broken }, message, this.attempts);
      if (isAlone) break;
    }
    if (messages.length === 0) return this.closed ? null : this.next();
    return { deliveries, broken, acknowledge: () => this.acknowledge(messages, from) };
  }

  /** Stops reading; what was not acknowledged is delivered again to the next reader. */
  close(): void {
    this.closed = true;
    this.end(this.reading);
    this.wake.resolve();
  }

  isClosed(): boolean {
    return this.closed;
  }

  private async keepReading(): Promise<void> {
    while (!this.closed) {
      try {
        await this.readUntilBroken(await this.begin());
      } catch (error) {
        if (!this.connection.isUp()) await new Promise<void>((back) => this.connection.onceBack(back));
        else await this.complain(error);
      }
    }
  }

  private async complain(error: unknown): Promise<void> {
    // said once: a cluster without a leader refuses at once, many times
    if (!this.hasComplained)
      this.log.warning("the stream cannot be read; trying again", { reason: describeError(error) });
    this.hasComplained = true;
    await Bun.sleep(RETRY_WAIT_MS);
  }

  private async begin(): Promise<Consumer> {
    const { client, answered, onceBack } = this.connection;
    await makeConsumerAnew(this.connection);
    const consumer = await answered(client.consumers.get(streamNameOf(this.connection), WRITER));
    this.hasComplained = false;
    const reading = { fetched: null, isOver: this.closed };
    onceBack(() => this.end(reading));
    this.reading = reading;
    this.arrived = [];
    this.arrivedBytes = 0;
    return consumer;
  }

  private end(reading: Reading): void {
    reading.isOver = true;
    reading.fetched?.stop();
    this.lookAgain();
  }

  private lookAgain(): void {
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }

  private async readUntilBroken(consumer: Consumer): Promise<void> {
    const { reading } = this;
    let newest = 0;
    let deliveries = 0;
    while (!reading.isOver) {
      const before = deliveries;
      reading.fetched = await consumer.fetch(this.fetchOptions());
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may change while this waits
      if (reading.isOver) reading.fetched.stop();
      for await (const message of reading.fetched) {
        deliveries += 1;
        if (message.info.deliverySequence !== deliveries) return this.end(reading); // one before it was lost on its way
        if (message.seq <= newest) continue; // handed out again although it still waits here
        newest = message.seq;
        this.arrived.push(message);
        this.arrivedBytes += message.data.byteLength;
        this.wake.resolve();
      }
      const isShort = deliveries - before < FETCHED;
      if (isShort && (await this.hasLost(consumer, deliveries))) return this.end(reading);
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may change while this waits
      while (this.hasEnough() && !reading.isOver) await this.changed.promise;
    }
  }

  private fetchOptions() {
    const { isCluster } = this.connection.shelf;
    return { max_messages: FETCHED, ...(isCluster && { expires: CLUSTER_FETCH_MS }) };
  }

  /** Whether messages were handed out that never arrived: the server that sent them may be gone, and this end hears nothing. */
  private async hasLost(consumer: Consumer, deliveries: number): Promise<boolean> {
    if (!this.connection.shelf.isCluster || this.closed) return false;
    const { delivered } = await this.connection.answered(consumer.info());
    return delivered.consumer_seq !== deliveries;
  }

  private isNextSuspect(): boolean {
    const [next] = this.arrived;
    return next !== undefined && this.attempts.isSuspect(nameOfMessage(next.seq));
  }

  private hasEnough(): boolean {
    return this.arrived.length >= ENOUGH || this.arrivedBytes > ENOUGH_BYTES;
  }

  private take(): JsMsg | null {
    const message = this.arrived.shift();
    if (message === undefined) return null;
    this.arrivedBytes -= message.data.byteLength;
    this.lookAgain();
    return message;
  }

  // true as soon as there is a message, false at the given time or when closed
  private async someArrived(until: Instant): Promise<boolean> {
    while (this.arrived.length === 0 && !this.closed) {
      const left = until - performance.now();
      if (left <= 0) return false;
      this.wake = Promise.withResolvers();
      const timer = Number.isFinite(left) ? setTimeout(this.wake.resolve, left) : null;
      await this.wake.promise;
      if (timer !== null) clearTimeout(timer);
    }
    return !this.closed;
  }

  private async acknowledge(messages: readonly JsMsg[], from: Reading): Promise<void> {
    if (this.reading !== from) return; // they come again from the new consumer
    for (const message of messages.slice(0, -1)) message.ack();
    try {
      // only the last is answered: the ones before it went ahead on the same connection
      await messages.at(-1)?.ackAck();
    } catch {
      this.end(from); // no answer: read anew, so that they come again
    }
  }
}

/** Returns how a message is called where it is noted that it is worked on. */
export function nameOfMessage(sequence: number): string {
  return String(sequence);
}

/** Returns how much was added. */
async function unpackInto(
  { deliveries, broken }: Pick<Batch, "deliveries" | "broken">,
  { seq: sequence, data: bytes }: JsMsg,
  attempts: Attempts,
): Promise<Bytes> {
  const reason = attempts.reasonSetAside(nameOfMessage(sequence));
  if (reason !== null) {
    broken.push({ sequence, bytes, kind: "unreadable", reason, counts: countsOf(bytes) });
    return bytes.byteLength;
  }
  attempts.begin([nameOfMessage(sequence)]);
  const unpacked = await decodeMessage(bytes);
  attempts.rest();
  if (!unpacked.ok) {
    broken.push({ sequence, bytes, ...unpacked.problem });
    return bytes.byteLength;
  }
  deliveries.push({ sequence, ...unpacked.value });
  return unpacked.value.requests.reduce((sum, { header }) => sum + header.bytes, 0);
}
