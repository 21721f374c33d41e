/** The one stream: what ingest accepted and the writer has not yet taken. */
import {
  AckPolicy,
  type ClusterInfo,
  DeliverPolicy,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import { type Bytes, HOUR, type Instant, type Milliseconds, MINUTE, SECOND } from "../vocabulary/units.ts";
import type { StreamConnection } from "./connection.ts";
import { type Counts, countsOf, subtract, type Totals } from "./message.ts";

const TELEMETRY = "telemetry";
export const WRITER = "writer";

/** How long a publish that is repeated after a lost answer is recognised as the same. */
export const PUBLISH_WINDOW_MS: Milliseconds = 10 * MINUTE;
/** Longer than any message waits for the writer: what is lost is read anew, see consume.ts. */
const REDELIVER_AFTER_MS: Milliseconds = HOUR;
const NANOSECONDS = 1_000_000;

/** Returns how the stream is called where the connection leads. */
export function streamNameOf({ shelf }: Pick<StreamConnection, "shelf">): string {
  return `${shelf.prefix}${TELEMETRY}`;
}

/** Returns where a publisher sends to: each has a subject, so that the server finds the newest message of each. */
export function subjectOf(connection: Pick<StreamConnection, "shelf">, publisher: string): string {
  return `${streamNameOf(connection)}.${publisher}`;
}

function publisherOf(subject: string): string {
  return subject.slice(subject.indexOf(".") + 1);
}

/** What identifies the stream, and how full it is. */
export interface StreamState {
  /** When the stream was made; a position belongs to the stream of one such time. */
  createdAt: string;
  messages: number;
  bytes: Bytes;
  firstSequence: number;
  lastSequence: number;
  /** When its oldest message was stored, by the server's clock; null when it is empty. */
  oldestAt: Instant | null;
  /** The servers of a cluster that keep it; null where there is only one. */
  copies: StreamCopies | null;
}

/** On how many servers the stream is kept, and how many of them are away or have not caught up. */
export interface StreamCopies {
  servers: number;
  behind: number;
  /** Whether one of them leads most of them: without that nothing is taken. */
  hasMajority: boolean;
}

/**
 * Makes the stream when it is missing, and gives it the size that is set now.
 *
 * @returns Its state, and whether it was made just now.
 * @param options - `firstSequence` is where a new stream begins to count, so that no position is ever used twice.
 */
export async function prepareStream(
  connection: StreamConnection,
  options: { maxBytes: Bytes; firstSequence: number },
): Promise<StreamState & { made: boolean }> {
  const { streams } = connection.manager;
  const name = streamNameOf(connection);
  const wanted = { max_bytes: options.maxBytes, num_replicas: connection.shelf.replicas };
  const known = (await streams.info(name).catch(absentIsNull))?.config ?? null;
  if (known === null) await streams.add(streamConfig(connection, options));
  else if (known.max_bytes !== wanted.max_bytes || known.num_replicas !== wanted.num_replicas)
    await streams.update(name, wanted);
  return { ...(await readStreamState(connection)), made: known === null };
}

/** Throws the stream away and makes it again; for one whose messages are all safe elsewhere. */
export async function makeStreamAnew(
  connection: StreamConnection,
  options: { maxBytes: Bytes; firstSequence: number },
): Promise<StreamState> {
  const { streams } = connection.manager;
  await streams.delete(streamNameOf(connection));
  await streams.add(streamConfig(connection, options));
  return readStreamState(connection);
}

/** Makes the writer's consumer as if it had never read: it hands out every message that was not acknowledged, in order. */
export async function makeConsumerAnew(connection: StreamConnection): Promise<void> {
  const { answered, manager } = connection;
  const stream = streamNameOf(connection);
  await answered(manager.consumers.delete(stream, WRITER)).catch(absentIsNull);
  const config = {
    durable_name: WRITER,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: REDELIVER_AFTER_MS * NANOSECONDS,
    max_ack_pending: 20_000,
  };
  await answered(manager.consumers.add(stream, config));
}

/** Whether a writer has ever read the stream. */
export async function wasRead(connection: StreamConnection): Promise<boolean> {
  const { answered, manager } = connection;
  const info = manager.consumers.info(streamNameOf(connection), WRITER);
  return (await answered(info).catch(absentIsNull)) !== null;
}

function streamConfig(
  connection: StreamConnection,
  { maxBytes, firstSequence }: { maxBytes: Bytes; firstSequence: number },
) {
  return {
    name: streamNameOf(connection),
    subjects: [subjectOf(connection, "*")],
    num_replicas: connection.shelf.replicas,
    storage: StorageType.File,
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    duplicate_window: PUBLISH_WINDOW_MS * NANOSECONDS,
    allow_direct: true,
    // only where it is needed: servers before 2.12 lose a stream that has it at their first kill
    ...(firstSequence > 1 && { first_seq: firstSequence }),
  };
}

function absentIsNull(error: unknown): null {
  if (error instanceof Error && error.message.includes("not found")) return null;
  throw error;
}

/** Asks the server for the state of the stream. */
export async function readStreamState(connection: StreamConnection): Promise<StreamState> {
  return stateOf(await connection.answered(connection.manager.streams.info(streamNameOf(connection))));
}

function stateOf({ created, state, cluster }: StreamInfo): StreamState {
  return {
    createdAt: new Date(created).toISOString(),
    messages: state.messages,
    bytes: state.bytes,
    firstSequence: state.first_seq,
    lastSequence: state.last_seq,
    oldestAt: state.messages === 0 ? null : Date.parse(String(state.first_ts)),
    copies: cluster === undefined ? null : copiesIn(cluster),
  };
}

/** Servers hear of each other every second. */
const SILENT_MS: Milliseconds = 5 * SECOND;

/** The server that leads is not among those that are listed; without one all of them are. */
function copiesIn({ leader, replicas = [] }: ClusterInfo): StreamCopies | null {
  if (replicas.length === 0) return null;
  const isLed = leader !== undefined && leader !== "";
  const servers = replicas.length + (isLed ? 1 : 0);
  const silent = replicas.filter(({ active }) => active > SILENT_MS * NANOSECONDS).length;
  const behind = replicas.filter(({ current, active }) => !current || active > SILENT_MS * NANOSECONDS);
  return { servers, behind: behind.length, hasMajority: isLed && silent * 2 < servers };
}

/**
 * Asks for the state of the stream as one that takes messages.
 *
 * @throws When it does not answer, or too few of its servers are there.
 */
export async function readTakingState(connection: StreamConnection): Promise<StreamState> {
  const state = await readStreamState(connection);
  if (state.copies?.hasMajority === false) throw new Error("most servers that keep the stream are away");
  return state;
}

/** What publishers have published, by publisher. */
export type Published = Map<string, Totals>;

/**
 * Returns what the newest message of each publisher reports; a publisher without a message in the stream is
 * missing.
 */
export async function readNewestTotals(connection: StreamConnection): Promise<Published> {
  const newest = await Promise.all(
    (await readPublishers(connection)).map(async (publisher) => ({
      publisher,
      totals: await readNewestTotalsOf(connection, publisher),
    })),
  );
  const published: Published = new Map();
  for (const { publisher, totals } of newest) if (totals !== null) published.set(publisher, totals);
  return published;
}

/** Asks the server who has messages in the stream. */
async function readPublishers(connection: StreamConnection): Promise<string[]> {
  const { answered, manager } = connection;
  const { state } = await answered(manager.streams.info(streamNameOf(connection), { subjects_filter: ">" }));
  return Object.keys(state.subjects ?? {}).map(publisherOf);
}

/** How far is looked back for a message of this program; what is foreign is not expected to be many. */
const LOOK_BACK = 100;

/** Returns what one publisher's newest message reports; null when the stream has none of it. */
export async function readNewestTotalsOf(
  connection: StreamConnection,
  publisher: string,
): Promise<Totals | null> {
  const { answered, manager } = connection;
  const [stream, subject] = [streamNameOf(connection), subjectOf(connection, publisher)];
  let message = await answered(manager.streams.getMessage(stream, { last_by_subj: subject }));
  const earliest = (message?.seq ?? 0) - LOOK_BACK;
  // one that says nothing is not of this program, and adds nothing
  while (message !== null) {
    const counts = message.subject === subject ? countsOf(message.data) : null;
    if (counts !== null) return counts.totals;
    const before = message.seq - 1;
    if (before < Math.max(1, earliest)) return null;
    message = await answered(manager.streams.getMessage(stream, { seq: before }));
  }
  return null;
}

/** Which messages the stream still has. */
export interface HeldSequences {
  /** null when it has none. */
  first: number | null;
  /** Returns what each publisher that has a message in the stream had published up to and with a sequence. */
  publishedUpTo(sequence: number): Promise<Published>;
  /** Whether it has every message of a range. */
  holds(firstSequence: number, lastSequence: number): boolean;
}

/**
 * Asks the server for every sequence it holds.
 *
 * @param connection - Nobody publishes or acknowledges meanwhile.
 */
export async function readHeldSequences(connection: StreamConnection): Promise<HeldSequences> {
  const { manager, answered } = connection;
  const { state } = await answered(manager.streams.info(streamNameOf(connection), { deleted_details: true }));
  const isEmpty = state.messages === 0;
  if (isEmpty) return { first: null, publishedUpTo: async () => new Map(), holds: () => false };
  const first = state.first_seq;
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- the server leaves an empty list out
  const gone = state.deleted ?? [];
  return {
    first,
    publishedUpTo: (sequence) => readPublishedUpTo(connection, sequence),
    holds: (from, to) =>
      from >= first && to <= state.last_seq && !gone.some((sequence) => sequence >= from && sequence <= to),
  };
}

async function readPublishedUpTo(connection: StreamConnection, sequence: number): Promise<Published> {
  const published: Published = new Map();
  for (const publisher of await readPublishers(connection)) {
    const next = await readNextCounts(connection, publisher, sequence + 1);
    const before = next === null ? null : subtract(next.totals, next.counted);
    const totals = before ?? (await readNewestTotalsOf(connection, publisher));
    if (totals !== null) published.set(publisher, totals);
  }
  return published;
}

/** Returns what a publisher's first message at the sequence or behind it reports; null when there is none. */
async function readNextCounts(
  connection: StreamConnection,
  publisher: string,
  sequence: number,
): Promise<Counts | null> {
  const { answered, manager } = connection;
  const wanted = { seq: sequence, next_by_subj: subjectOf(connection, publisher) };
  for (;;) {
    const message = await answered(manager.streams.getMessage(streamNameOf(connection), wanted));
    if (message === null) return null;
    const counts = countsOf(message.data);
    if (counts !== null) return counts;
    wanted.seq = message.seq + 1; // a foreign one
  }
}
