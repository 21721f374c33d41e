/** Starts the stream: its server, this thread's connection, and the publisher that ingest writes to. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import { reconcileJournal } from "../insights/governance/journal-file.ts";
import { reopenPurges } from "../insights/governance/journal-table.ts";
import type { Settings } from "../settings/schema.ts";
import type { CardNews } from "../stream/cards/card-news.ts";
import { CardFollower } from "../stream/cards/follow-cards.ts";
import { connectTo, type StreamConnection } from "../stream/connection.ts";
import { AcknowledgedNote, type Noted } from "../stream/acknowledged.ts";
import type { Pressure } from "../stream/pressure.ts";
import { type PassingProblem, Publisher } from "../stream/publish.ts";
import type { Totals } from "../stream/message.ts";
import { takePulse } from "../stream/server/pulse.ts";
import { createPressureMemory, type PressureMemory, pressureIn } from "../stream/shared-pressure.ts";
import { EmbeddedServer } from "../stream/server/server.ts";
import type { ServerAddress } from "../stream/server-address.ts";
import {
  makeStreamAnew,
  prepareStream,
  readHeldSequences,
  readNewestTotals,
  type Published,
  readStreamState,
  type StreamState,
} from "../stream/telemetry-stream.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import { SECOND, type Bytes, type Milliseconds } from "../vocabulary/units.ts";
import { publishedBy } from "../books/books.ts";
import { readFigures } from "../books/books-table.ts";
import { readPosition, savePosition } from "../books/progress-table.ts";
import { UNKNOWN_STREAM } from "../writer/upkeep/adopt.ts";
import type { UpkeepParts } from "../writer/upkeep/join.ts";
import { settleObjects } from "../writer/upkeep/settle.ts";
import { newestSequence } from "../writer/upkeep/strays.ts";
import { forgetDerived } from "./rebuild/forget-derived.ts";
import { acknowledgedPath, purgesPath, streamPath } from "./layout.ts";
import { openDatabaseOf, openObjectsOf } from "../stores.ts";

/** The stream with everything around it. */
export interface RunningStream {
  address: ServerAddress;
  publisher: Publisher;
  createdAt: string;
  pressure: PressureMemory;
  /** The advisor's new cards, for those who listen. */
  cards: { news: CardNews; ready: Promise<void> };
  isHealthy(): boolean;
  /** Why a request that came now would not be taken; null when it would. */
  refusal(): PassingProblem["kind"] | null;
  /** Refuses requests from now on; those that are under way are still published. */
  leave(): void;
  pid(): number | null;
  /** How often its server was started again. */
  restarts(): number;
  /** What was ever acknowledged, and what of it the stream has lost. */
  noted(): Noted;
  /** Asks the server for the state of the stream; null when it does not answer. */
  look(): Promise<StreamLook | null>;
  /** Ends its server with force when it does not stop within the time. */
  stop(withinMs: Milliseconds): Promise<void>;
}

/** The state of the stream, and what the books compare it with. */
export interface StreamLook extends StreamState {
  /** What each publisher that has a message in it reports in its newest. */
  newest: Published;
  noted: Noted;
}

/** Room that the server needs in addition to the messages, for its own indexes. */
const STORE_HEADROOM: Bytes = 256 * 1024 * 1024;

const FILL_EVERY_MS: Milliseconds = SECOND;

/**
 * Starts the stream.
 *
 * @throws An exception when its server does not start, or its position is another stream's.
 */
export async function startStream(
  settings: Settings,
  { clock, log }: { clock: Clock; log: Log },
): Promise<RunningStream> {
  const { dataDir, streamMaxBytes } = settings;
  const server = await EmbeddedServer.start(streamPath(dataDir), streamMaxBytes + STORE_HEADROOM, log);
  const connection = await connectTo(server.address, "ingest");
  const database = openDatabaseOf(settings, "write");
  try {
    const objects = openObjectsOf(settings);
    const createdAt = await agreeOnStream({ database, objects }, connection, settings);
    const adopted = await settle(
      { database, objects, clock },
      { connection, createdAt, log, journalPath: purgesPath(dataDir) },
    );
    const acknowledged = AcknowledgedNote.open(acknowledgedPath(dataDir), { clock, log });
    const { publishers } = await readFigures(database);
    compareNote(acknowledged, { written: publishers, newest: await readNewestTotals(connection), adopted });
    const memory = createPressureMemory();
    const pressure = pressureIn(memory);
    const publisher = new Publisher(connection, { pressure, acknowledged });
    const follower = CardFollower.open({ connection, clock, log });
    const pieces = { server, connection, publisher, acknowledged, createdAt, follower, settings, log };
    return running({ ...pieces, pressure, memory });
  } catch (error) {
    await connection.close();
    await server.stop();
    throw error;
  } finally {
    await database.destroy();
  }
}

interface EarlierWriting {
  written: ReadonlyMap<string, Totals>;
  newest: Published;
  /** Whether the database was older than its objects: it does not know all that it had written. */
  adopted: boolean;
}

/** Compares what earlier starts noted with what is left of it; publishers that are wholly written are over. */
function compareNote(note: AcknowledgedNote, { written, newest, adopted }: EarlierWriting): void {
  const published = publishedBy(written, newest);
  for (const [publisher, totals] of note.now.acknowledged) {
    const isKnown = newest.has(publisher) || !adopted;
    if (isKnown) note.compare(publisher, published.get(publisher) ?? { frames: 0, records: 0 });
    const isWaiting = newest.has(publisher) && (written.get(publisher)?.frames ?? 0) < totals.frames;
    if (!isWaiting) note.forget(publisher);
  }
}

/**
 * Makes sure that the stream is the one whose position the writer has saved.
 *
 * @returns When it was made.
 */
async function agreeOnStream(
  { database, objects }: { database: Database; objects: ObjectStore },
  connection: StreamConnection,
  { streamMaxBytes, dataDir }: Settings,
): Promise<string> {
  const position = await readPosition(database, "writer");
  const sequence = position?.sequence ?? 0;
  const newest = await newestSequence(database, objects);
  const firstSequence = Math.max(sequence, newest) + 1;
  const stream = await prepareStream(connection, { maxBytes: streamMaxBytes, firstSequence });
  const isUnknown = position?.streamCreatedAt === UNKNOWN_STREAM;
  const isOther = isUnknown ? stream.lastSequence < sequence : position?.streamCreatedAt !== stream.createdAt;
  if (position !== null && isOther && !stream.made) {
    throw new Error(
      `the stream in ${streamPath(dataDir)} is not the one that the database was written from; ` +
        "move that folder away and start again: a new stream goes on from the database's position",
    );
  }
  if (stream.lastSequence >= firstSequence - 1) return stream.createdAt;
  // an older copy of the stream's folder: all it holds is written, and its next sequences were used already
  return (await makeStreamAnew(connection, { maxBytes: streamMaxBytes, firstSequence })).createdAt;
}

interface SettleParts {
  connection: StreamConnection;
  createdAt: string;
  /** Where the journal of purges is. */
  journalPath: string;
  log: Log;
}

/**
 * Brings the objects, the catalogue and the stream together, and notes which stream the position belongs to.
 *
 * @returns Whether objects were taken in that the database did not list.
 */
async function settle(
  parts: UpkeepParts,
  { connection, createdAt, journalPath, log }: SettleParts,
): Promise<boolean> {
  const adoption = await settleObjects(parts, await readHeldSequences(connection));
  const { objects, records, unreadable, needsRebuild } = adoption;
  if (objects > 0) log.warning("took in objects that the database did not list", { objects, records });
  if (unreadable.length > 0)
    log.error("left files that cannot be read where they are", { keys: unreadable.join(" ") });
  await reconcileJournal(parts.database, journalPath);
  await inTransaction(parts.database, "full", async (transaction) => {
    if (objects > 0) await reopenPurges(transaction);
    if (needsRebuild) await forgetDerived(transaction);
    const sequence = (await readPosition(transaction, "writer"))?.sequence ?? 0;
    await savePosition(transaction, "writer", { streamCreatedAt: createdAt, sequence });
  });
  return objects > 0;
}

interface StreamPieces {
  server: EmbeddedServer;
  connection: StreamConnection;
  publisher: Publisher;
  acknowledged: AcknowledgedNote;
  createdAt: string;
  follower: CardFollower;
  pressure: Pressure;
  memory: PressureMemory;
  settings: Settings;
  log: Log;
}

function running(pieces: StreamPieces): RunningStream {
  const { server, connection, publisher, acknowledged, createdAt, follower, memory } = pieces;
  const pulse = takePulse({
    connection,
    waitingSince: () => publisher.waitingSince(),
    frozen: () => void server.kill(),
  });
  let leaving = false;
  const filling = setInterval(watchFill(pieces), FILL_EVERY_MS);
  return {
    address: server.address,
    publisher,
    createdAt,
    pressure: memory,
    cards: follower,
    isHealthy: () => pulse.isHealthy() && publisher.refusal() !== "unavailable",
    refusal: () => (leaving ? "stopping" : publisher.refusal()),
    leave: () => void (leaving = true),
    pid: () => server.pid,
    restarts: () => server.restarts,
    noted: () => acknowledged.now,
    look: () => lookAt(connection, acknowledged.now),
    stop: async (withinMs) => {
      clearInterval(filling);
      pulse.stop();
      follower.close();
      // it has nothing to do any more, unless it could not finish in its own time
      await Promise.all([publisher.stop(), connection.close(), server.stop(withinMs)]);
      await acknowledged.close();
    },
  };
}

/**
 * Returns what asks how full the stream is; an empty one to which nothing was published is not asked again.
 */
function watchFill({ connection, pressure, settings, publisher }: StreamPieces): () => Promise<void> {
  let emptyAfter: number | null = null;
  return async () => {
    const { messages } = publisher;
    if (messages === emptyAfter) return;
    const state = await readStreamState(connection).catch(() => null); // it is away; the next look shows
    if (state === null) return;
    pressure.reportFill(state.bytes / settings.streamMaxBytes);
    emptyAfter = state.messages === 0 && publisher.waitingSince() === null ? messages : null;
  };
}

// what was noted before the server is asked must be there
async function lookAt(connection: StreamConnection, noted: Noted): Promise<StreamLook | null> {
  try {
    const state = await readStreamState(connection);
    return { ...state, newest: await readNewestTotals(connection), noted };
  } catch {
    return null; // it is being started again, which its own log says
  }
}
