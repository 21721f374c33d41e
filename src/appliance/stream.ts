/** Starts the stream: its server, this thread's connection, and the publisher that ingest writes to. */
import type { Settings } from "../settings/schema.ts";
import { openDatabaseOf, openObjectsOf } from "../stores.ts";
import type { AcknowledgedNote, Noted } from "../stream/acknowledged.ts";
import type { CardNews } from "../stream/cards/card-news.ts";
import { CardFollower } from "../stream/cards/follow-cards.ts";
import type { StreamConnection } from "../stream/connection.ts";
import { patiently } from "../stream/patience.ts";
import type { Pressure } from "../stream/pressure.ts";
import { type PassingProblem, Publisher } from "../stream/publish.ts";
import type { ServerAddress } from "../stream/server-address.ts";
import { takePulse } from "../stream/server/pulse.ts";
import { createPressureMemory, type PressureMemory, pressureIn } from "../stream/shared-pressure.ts";
import {
  type Published,
  readNewestTotals,
  readStreamState,
  type StreamCopies,
  type StreamState,
} from "../stream/telemetry-stream.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../vocabulary/units.ts";
import { openAcknowledged } from "./stream/open-acknowledged.ts";
import { type ReachedServer, reachServer } from "./stream/reach-server.ts";
import { isSettledByWriter, settleStream } from "./stream/settle-stream.ts";
import { GivenKeys } from "../writer/upkeep/given-keys.ts";

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
  /** Its server's process id; null where others run the servers. */
  pid(): number | null;
  /** How often its server was started again; 0 where others run the servers. */
  restarts(): number;
  /** The servers of the cluster that keep the stream; null where there is one server. */
  copies(): StreamCopies | null;
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

const FILL_EVERY_MS: Milliseconds = SECOND;

/**
 * Starts the stream: reaches its server and settles what earlier starts have left.
 *
 * @throws An exception when its server does not start, or its position is another stream's.
 */
export async function startStream(
  settings: Settings,
  { clock, log }: { clock: Clock; log: Log },
): Promise<RunningStream> {
  const server = await reachServer(settings, log);
  const { connection } = server;
  const database = openDatabaseOf(settings, "write");
  try {
    const acknowledged = await patiently(() => openAcknowledged(settings, { connection, clock, log }), log);
    const objects = openObjectsOf(settings);
    const givenKeys = new GivenKeys();
    const settled = { database, objects, givenKeys, clock, connection, acknowledged, settings, log };
    const createdAt = isSettledByWriter(settings) ? "" : await patiently(() => settleStream(settled), log);
    const memory = createPressureMemory();
    const pressure = pressureIn(memory);
    const publisher = new Publisher(connection, { pressure, acknowledged });
    const follower = CardFollower.open({ connection, clock, log });
    return running({ server, publisher, acknowledged, createdAt, follower, settings, pressure, memory });
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await database.destroy();
  }
}

interface StreamPieces {
  server: ReachedServer;
  publisher: Publisher;
  acknowledged: AcknowledgedNote;
  createdAt: string;
  follower: CardFollower;
  pressure: Pressure;
  memory: PressureMemory;
  settings: Settings;
}

function running(pieces: StreamPieces): RunningStream {
  const { server, publisher, acknowledged, createdAt, follower, memory } = pieces;
  const { connection } = server;
  const { isCluster } = connection.shelf;
  const pulse = takePulse({ ...server, waitingSince: () => publisher.waitingSince() });
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
    pid: server.pid,
    restarts: server.restarts,
    copies: server.copies,
    noted: () => acknowledged.now,
    look: () => lookAt(connection, acknowledged.now),
    stop: async (withinMs) => {
      clearInterval(filling);
      pulse.stop();
      follower.close();
      // it has nothing to do any more, unless it could not finish in its own time
      await Promise.all([publisher.stop(), isCluster ? null : server.stop(withinMs)]);
      await acknowledged.close(withinMs / 2);
      if (isCluster) await server.stop(); // its notes go over the same connection
    },
  };
}

/**
 * Returns what asks how full the stream is; an empty one to which nothing was published is not asked again.
 */
function watchFill({ server, pressure, settings, publisher }: StreamPieces): () => Promise<void> {
  const { connection } = server;
  const { isCluster } = connection.shelf; // others may fill it
  let emptyAfter: number | null = null;
  return async () => {
    const { messages } = publisher;
    if (!isCluster && messages === emptyAfter) return;
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
