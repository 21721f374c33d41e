/** Moves what waits in an appliance's own stream into a cluster, with what was noted of it. */
import { existsSync } from "node:fs";
import { type Position, readPosition } from "../../books/progress-table.ts";
import type { Database } from "../../database/open.ts";
import type { Settings } from "../../settings/schema.ts";
import { readAcknowledged } from "../../stream/acknowledged.ts";
import { absentIsNull } from "../../stream/cluster/cluster-state.ts";
import { copyMessages } from "../../stream/cluster/copy-messages.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import { readStreamState, type StreamState } from "../../stream/telemetry-stream.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { acknowledgedPath, streamPath } from "../layout.ts";
import { openAcknowledged } from "../stream/open-acknowledged.ts";
import { reachServer } from "../stream/reach-server.ts";

/** What a stream's move works with. */
export interface StreamMoved {
  settings: Settings;
  /** The database in which the writer's position is from now on. */
  database: Database;
  clock: Clock;
  log: Log;
  report(text: string): void;
}

/** What was moved of it. */
export interface MovedStream {
  waiting: number;
  position: Position | null;
}

/** The first start of a server makes the stream then. */
const NOTHING: MovedStream = { waiting: 0, position: null };

const NOTES_WITHIN_MS: Milliseconds = 30 * SECOND;

/**
 * Copies what waits under the sequences that it has, so that the writer goes on where it was.
 *
 * @param from - The directory, which is held.
 * @returns How many messages waited, and the writer's position in the new stream; null for the one that it has.
 * @throws An exception that says what to do.
 */
export async function moveStream(from: string, moved: StreamMoved): Promise<MovedStream> {
  const move = (source: StreamConnection, state: StreamState) =>
    moveMessages(from, source, { ...moved, state });
  return (await readingStream(from, moved, move)) ?? NOTHING;
}

/**
 * Counts what waits, without a cluster.
 *
 * @param from - The directory, which is held.
 * @param database - The one that has the writer's position.
 */
export async function countWaiting(
  from: string,
  { database, ...reached }: Pick<StreamMoved, "settings" | "log" | "database">,
): Promise<number> {
  const count = async (_: StreamConnection, state: StreamState) => (await waitingOf(database, state)).waiting;
  return (await readingStream(from, reached, count)) ?? 0;
}

/** Returns null where nothing is in the stream. */
async function readingStream<Value>(
  from: string,
  { settings, log }: Pick<StreamMoved, "settings" | "log">,
  read: (source: StreamConnection, state: StreamState) => Promise<Value>,
): Promise<Value | null> {
  if (!existsSync(streamPath(from))) return null;
  const source = await reachServer({ ...settings, dataDir: from, natsUrl: [] }, log);
  try {
    const state = await readStreamState(source.connection).catch(absentIsNull);
    return state === null || state.messages === 0 ? null : await read(source.connection, state);
  } finally {
    await source.stop();
  }
}

async function waitingOf(database: Database, { firstSequence: first, lastSequence: last }: StreamState) {
  const written = (await readPosition(database, "writer"))?.sequence ?? 0;
  const firstSequence = Math.max(written + 1, first);
  return { firstSequence, waiting: Math.max(0, last - firstSequence + 1) };
}

async function moveMessages(
  from: string,
  source: StreamConnection,
  moved: StreamMoved & { state: StreamState },
): Promise<MovedStream> {
  const { settings, database, clock, log, report, state } = moved;
  const { firstSequence, waiting } = await waitingOf(database, state);
  if (waiting === 0) return NOTHING; // the writer had only not said yet that it has them
  const target = await reachServer(settings, log);
  try {
    await moveNotes(from, target.connection, { settings, clock, log });
    const show = (share: number) => report(`${Math.floor(share * 100)} % of the stream sent`);
    const sent = { source, target: target.connection, firstSequence, report: show };
    const { createdAt } = await copyMessages({ ...sent, maxBytes: settings.streamMaxBytes, waiting });
    return { waiting, position: { streamCreatedAt: createdAt, sequence: firstSequence - 1 } };
  } finally {
    await target.stop();
  }
}

/** Before the messages: what is noted and missing is reported as lost, what is there and not noted is not missed. */
async function moveNotes(
  from: string,
  connection: StreamConnection,
  { settings, clock, log }: Pick<StreamMoved, "settings" | "clock" | "log">,
): Promise<void> {
  const noted = readAcknowledged(acknowledgedPath(from));
  if (noted === null || noted === "unreadable") return;
  const note = await openAcknowledged({ ...settings, nodeName: "migrated" }, { connection, clock, log });
  for (const [publisher, totals] of noted.acknowledged) await note.acknowledge(publisher, totals);
  await note.close(NOTES_WITHIN_MS);
}
