/** The writer's end of the stream: messages in order, gathered into batches, each acknowledged by its reader. */
import type { ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { SECOND, type Bytes, type Milliseconds } from "../vocabulary/units.ts";
import type { StreamConnection } from "./connection.ts";
import type { Frame } from "./frame.ts";
import { decodeMessage, type Totals } from "./message.ts";
import { STREAM, WRITER } from "./telemetry-stream.ts";

/** One message, unpacked. */
export interface Delivery {
  sequence: number;
  totals: Totals;
  frames: Frame[];
}

/** Messages taken together. */
export interface Batch {
  deliveries: Delivery[];
  /** Tells the server that they may go; to be called when they are safe elsewhere. */
  acknowledge(): Promise<void>;
}

/** When a batch is closed. */
export interface BatchLimits {
  bytes: Bytes;
  waitMs: Milliseconds;
}

export const DEFAULT_BATCH_LIMITS: BatchLimits = { bytes: 8 * 1024 * 1024, waitMs: SECOND };

/** Compressed bytes that the server sends ahead; above the largest message. */
const AHEAD_BYTES: Bytes = 40 * 1024 * 1024;

/** Reads the stream from the first message that is not acknowledged, until closed. */
export class StreamReader {
  private readonly arrived: JsMsg[] = [];
  private wake: (() => void) | null = null;
  private closed = false;

  private constructor(
    private readonly messages: ConsumerMessages,
    private readonly limits: BatchLimits,
  ) {
    void this.collect();
  }

  static async open(connection: StreamConnection, limits: BatchLimits): Promise<StreamReader> {
    const consumer = await connection.client.consumers.get(STREAM, WRITER);
    return new StreamReader(await consumer.consume({ max_bytes: AHEAD_BYTES }), limits);
  }

  /** Gives: the next batch, as soon as its limits are reached; null when the reader was closed. */
  async next(): Promise<Batch | null> {
    await this.someArrived(Number.POSITIVE_INFINITY);
    const closesAt = performance.now() + this.limits.waitMs;
    const messages: JsMsg[] = [];
    const deliveries: Delivery[] = [];
    let bytes = 0;
    while (bytes < this.limits.bytes && (await this.someArrived(closesAt))) {
      const message = this.arrived.shift();
      if (message === undefined) break;
      const { totals, frames } = await decodeMessage(message.data);
      messages.push(message);
      deliveries.push({ sequence: message.seq, totals, frames });
      for (const { body } of frames) bytes += body.byteLength;
    }
    if (deliveries.length === 0) return null;
    return { deliveries, acknowledge: () => acknowledgeAll(messages) };
  }

  /** Stops reading; what was not acknowledged is delivered again to the next reader. */
  close(): void {
    this.closed = true;
    this.messages.stop();
    this.wake?.();
  }

  isClosed(): boolean {
    return this.closed;
  }

  private async collect(): Promise<void> {
    for await (const message of this.messages) {
      this.arrived.push(message);
      this.wake?.();
    }
  }

  // true as soon as there is a message, false at the given time or when closed
  private async someArrived(until: Milliseconds): Promise<boolean> {
    while (this.arrived.length === 0 && !this.closed) {
      const left = until - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (Number.isFinite(left)) setTimeout(resolve, left);
      });
    }
    this.wake = null;
    return !this.closed;
  }
}

async function acknowledgeAll(messages: readonly JsMsg[]): Promise<void> {
  for (const message of messages.slice(0, -1)) message.ack();
  // only the last is answered: the ones before it went ahead on the same connection
  await messages.at(-1)?.ackAck();
}
