/** The one stream: what ingest accepted and the writer has not yet taken. */
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import { HOUR, MINUTE, type Bytes, type Milliseconds } from "../vocabulary/units.ts";
import type { StreamConnection } from "./connection.ts";
import { countsOf, subtract, type Totals } from "./message.ts";

export const STREAM = "telemetry";
export const SUBJECT = "telemetry";
export const WRITER = "writer";

/** How long a publish that is repeated after a lost answer is recognised as the same. */
const PUBLISH_WINDOW_MS: Milliseconds = 10 * MINUTE;
/** Longer than any message waits for the writer: what is lost is read anew, see consume.ts. */
const REDELIVER_AFTER_MS: Milliseconds = HOUR;
const NANOSECONDS = 1_000_000;

/** What identifies the stream, and how full it is. */
export interface StreamState {
  /** When the stream was made; a position belongs to the stream of one such time. */
  createdAt: string;
  messages: number;
  bytes: Bytes;
  firstSequence: number;
  lastSequence: number;
  /** When its oldest message was stored, by the server's clock; null when it is empty. */
  oldestAt: Milliseconds | null;
}

/**
 * Makes the stream when it is missing.
 *
 * Takes: `firstSequence`, from which a stream made anew counts, so that no position is ever used twice.
 * Gives: its state, and whether it was made just now.
 */
export async function prepareStream(
  connection: StreamConnection,
  options: { maxBytes: Bytes; firstSequence: number },
): Promise<StreamState & { made: boolean }> {
  const { streams } = connection.manager;
  const known = await streams.info(STREAM).catch(absentIsNull);
  if (known === null) await streams.add(streamConfig(options));
  else if (known.config.max_bytes !== options.maxBytes)
    await streams.update(STREAM, { max_bytes: options.maxBytes });
  return { ...(await readStreamState(connection)), made: known === null };
}

/** Throws the stream away and makes it again; for one whose messages are all safe elsewhere. */
export async function makeStreamAnew(
  connection: StreamConnection,
  options: { maxBytes: Bytes; firstSequence: number },
): Promise<StreamState> {
  const { streams } = connection.manager;
  await streams.delete(STREAM);
  await streams.add(streamConfig(options));
  return readStreamState(connection);
}

/** Makes the writer's consumer as if it had never read: it hands out every message that was not acknowledged, in order. */
export async function makeConsumerAnew(connection: StreamConnection): Promise<void> {
  const { answered, manager } = connection;
  await answered(manager.consumers.delete(STREAM, WRITER)).catch(absentIsNull);
  const config = {
    durable_name: WRITER,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: REDELIVER_AFTER_MS * NANOSECONDS,
    max_ack_pending: 20_000,
  };
  await answered(manager.consumers.add(STREAM, config));
}

function streamConfig({ maxBytes, firstSequence }: { maxBytes: Bytes; firstSequence: number }) {
  return {
    name: STREAM,
    subjects: [SUBJECT],
    storage: StorageType.File,
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    duplicate_window: PUBLISH_WINDOW_MS * NANOSECONDS,
    first_seq: firstSequence,
    allow_direct: true,
  };
}

function absentIsNull(error: unknown): null {
  if (error instanceof Error && error.message.includes("not found")) return null;
  throw error;
}

/** Asks the server how the stream stands. */
export async function readStreamState(connection: StreamConnection): Promise<StreamState> {
  return stateOf(await connection.answered(connection.manager.streams.info(STREAM)));
}

function stateOf({ created, state }: StreamInfo): StreamState {
  return {
    createdAt: new Date(created).toISOString(),
    messages: state.messages,
    bytes: state.bytes,
    firstSequence: state.first_seq,
    lastSequence: state.last_seq,
    oldestAt: state.messages === 0 ? null : Date.parse(String(state.first_ts)),
  };
}

/** The stream's newest message. */
export interface NewestMessage {
  sequence: number;
  /** Published up to and with it; null when neither it nor those right before it tell. */
  totals: Totals | null;
}

/** Gives: null when the stream is empty. */
export async function readNewestMessage({ manager }: StreamConnection): Promise<NewestMessage | null> {
  const newest = await manager.streams.getMessage(STREAM, { last_by_subj: SUBJECT });
  if (newest === null) return null;
  const sequence = newest.seq;
  let message: typeof newest | null = newest;
  // one that tells nothing is not of this program, and adds nothing
  for (let before = sequence - 1; message !== null; before -= 1) {
    const counts = countsOf(message.data);
    if (counts !== null) return { sequence, totals: counts.totals };
    message = before < 1 ? null : await manager.streams.getMessage(STREAM, { seq: before });
  }
  return { sequence, totals: null };
}

/** Gives: the totals that the stream tells, null when it is empty or tells none. */
export async function readNewestTotals(connection: StreamConnection): Promise<Totals | null> {
  return (await readNewestMessage(connection))?.totals ?? null;
}

/** Which messages the stream still has. */
export interface HeldSequences {
  /** null when it has none. */
  first: number | null;
  /** Gives: what was published up to and with a sequence; null when no message is left that tells. */
  publishedUpTo(sequence: number): Promise<Totals | null>;
  /** Whether it has every message of a range. */
  holds(firstSequence: number, lastSequence: number): boolean;
}

/** Asks the server for every sequence it holds. Takes: nobody publishes or acknowledges meanwhile. */
export async function readHeldSequences(connection: StreamConnection): Promise<HeldSequences> {
  const { manager, answered } = connection;
  const { state } = await answered(manager.streams.info(STREAM, { deleted_details: true }));
  const isEmpty = state.messages === 0;
  if (isEmpty) return { first: null, publishedUpTo: async () => null, holds: () => false };
  const first = state.first_seq;
  const gone = state.deleted ?? [];
  return {
    first,
    publishedUpTo: async (sequence) => {
      const wanted = Math.max(first, Math.min(sequence, state.last_seq));
      const message = await answered(manager.streams.getMessage(STREAM, { seq: wanted }));
      const counts = message === null ? null : countsOf(message.data);
      if (counts === null) return null;
      return sequence < first ? subtract(counts.totals, counts.counted) : counts.totals;
    },
    holds: (from, to) =>
      from >= first && to <= state.last_seq && !gone.some((sequence) => sequence >= from && sequence <= to),
  };
}
