/** Follows a bucket: reports each note there is, and then each change, whatever becomes of the servers. */
import type { KV } from "@nats-io/kv";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { StreamConnection } from "../connection.ts";
import { keyOf } from "./bucket-key.ts";

/**
 * Takes a note, or null in the place of its text when it was removed; after a loss of the servers also what has not
 * changed.
 */
export type Changed = (key: string, text: string | null) => void;

/** What is followed. */
interface WatchParts {
  opened: KV;
  connection: StreamConnection;
  changed: Changed;
  log: Log;
}

/** The server that sends the changes may die without a word: so often it is asked how far they go. */
const LOOK_EVERY_MS: Milliseconds = SECOND;
const RETRY_WAIT_MS: Milliseconds = SECOND / 2;

/** What is read of the bucket between two losses. */
interface Reading {
  stop(): void;
  /** The newest change that was reported. */
  seen: number;
  /** Whether it was behind at the last look. */
  isBehind: boolean;
}

/** A running watch. */
export class BucketWatch {
  private readonly caughtUp = Promise.withResolvers<void>();
  private readonly looking: Timer;
  private reading: Reading | null = null;
  private current = false;
  private stopped = false;

  private constructor(private readonly parts: WatchParts) {
    this.looking = setInterval(() => void this.look(), LOOK_EVERY_MS);
    void this.keepFollowing();
  }

  static open(parts: WatchParts): BucketWatch {
    return new BucketWatch(parts);
  }

  /** Settled when all that the bucket held at the start was reported, or the watch was stopped. */
  get ready(): Promise<void> {
    return this.caughtUp.promise;
  }

  /** Returns whether the bucket answered at the last look, and nothing of it was missing here. */
  isCurrent(): boolean {
    return this.current;
  }

  /** Reports nothing more. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.looking);
    this.caughtUp.resolve();
    this.reading?.stop();
  }

  private async keepFollowing(): Promise<void> {
    let isReported = false;
    while (!this.stopped) {
      try {
        await this.followUntilBroken();
        isReported = false;
      } catch (error) {
        if (!isReported) this.complain(error);
        isReported = true;
        await Bun.sleep(RETRY_WAIT_MS);
      }
    }
  }

  private complain(error: unknown): void {
    const reason = describeError(error);
    this.parts.log.warning("the notes that nodes share cannot be followed; trying again", { reason });
  }

  private async followUntilBroken(): Promise<void> {
    const { opened, connection, changed } = this.parts;
    const { streamInfo } = await connection.answered(opened.status());
    const entries = await connection.answered(opened.watch());
    const reading: Reading = { stop: () => entries.stop(), seen: 0, isBehind: false };
    this.reading = reading;
    connection.onceBack(reading.stop);
    if (this.stopped) reading.stop();
    const { messages, last_seq: newest } = streamInfo.state;
    if (messages === 0) this.caughtUpTo(reading, newest);
    for await (const entry of entries) {
      if (this.stopped) break;
      changed(keyOf(entry.key), entry.operation === "PUT" ? entry.string() : null);
      reading.seen = Math.max(reading.seen, entry.revision);
      if (entry.delta === 0) this.caughtUpTo(reading, newest);
    }
  }

  private caughtUpTo(reading: Reading, newest: number): void {
    reading.seen = Math.max(reading.seen, newest);
    this.current = true;
    this.caughtUp.resolve();
  }

  private async look(): Promise<void> {
    const { opened, connection } = this.parts;
    const { reading } = this;
    const status = await connection.answered(opened.status()).catch(() => null);
    const newest = status?.streamInfo.state.last_seq ?? Infinity;
    if (reading === null) return;
    this.current = reading.seen >= newest;
    // once may be a change that is on its way; an absent server is waited for
    if (reading.isBehind && !this.current && status !== null) reading.stop();
    reading.isBehind = !this.current && status !== null;
  }
}
