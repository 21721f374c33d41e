/** Brings the stream, the objects and the database together, before anything is written. */
import { publishedBy } from "../../books/books.ts";
import { readFigures } from "../../books/books-table.ts";
import { forgetPosition, type Position, readPosition, savePosition } from "../../books/progress-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { reconcileJournal } from "../../insights/governance/journal-file.ts";
import type { Settings } from "../../settings/schema.ts";
import type { AcknowledgedNote, Noted } from "../../stream/acknowledged.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import type { Totals } from "../../stream/message.ts";
import {
  makeStreamAnew,
  prepareStream,
  type Published,
  readHeldSequences,
  readNewestTotals,
  streamNameOf,
  type StreamState,
  wasRead,
} from "../../stream/telemetry-stream.ts";
import type { Log } from "../../vocabulary/log.ts";
import { UNKNOWN_STREAM } from "../../writer/upkeep/adopt.ts";
import type { UpkeepParts } from "../../writer/upkeep/join.ts";
import { settleObjects, wasAdopted } from "../../writer/upkeep/settle.ts";
import { newestSequence } from "../../writer/upkeep/strays.ts";
import { purgesPath, streamPath } from "../layout.ts";
import { followAdoption } from "./follow-adoption.ts";

/** What is brought together. */
export interface SettledParts extends UpkeepParts {
  connection: StreamConnection;
  /** What was noted of all publishers: whoever shares it waits until it is read. */
  acknowledged: AcknowledgedNote;
  settings: Settings;
  log: Log;
}

/** Whether the stream is settled by whichever of several engines writes, and not by each start of the program. */
export function isSettledByWriter({ database, natsUrl }: Pick<Settings, "database" | "natsUrl">): boolean {
  return database !== null && natsUrl.length > 0;
}

/**
 * Makes the stream when it is missing, takes in objects that the database does not list, notes which stream the writer's
 * position belongs to, and compares what was acknowledged with what is left of it.
 *
 * @remarks Requests may be published meanwhile; no reader, writer or upkeep may be at work yet, of any node.
 * @returns When the stream was made.
 * @throws An exception that says what to do, when the stream is not the one that the database was written from.
 */
export async function settleStream(parts: SettledParts): Promise<string> {
  const { database, connection, acknowledged } = parts;
  // before the stream: what other nodes acknowledge meanwhile must not seem to be missing
  const noted = acknowledged.now;
  const createdAt = await agreeOnStream(parts);
  const adopted = await settle(parts, createdAt);
  const newest = await readNewestTotals(connection);
  // after the stream: what leaves it meanwhile has then reached the database
  const { publishers } = await readFigures(database);
  compareNote(acknowledged, { noted, written: publishers, newest, adopted });
  await inTransaction(database, "full", (transaction) => forgetPosition(transaction, "adoption"));
  return createdAt;
}

interface EarlierWriting {
  noted: Noted;
  written: ReadonlyMap<string, Totals>;
  newest: Published;
  /** Whether the database was older than its objects: it does not know all that it had written. */
  adopted: boolean;
}

/** Compares what earlier starts noted with what is left of it; publishers that are wholly written are over. */
function compareNote(note: AcknowledgedNote, { noted, written, newest, adopted }: EarlierWriting): void {
  const published = publishedBy(written, newest);
  for (const [publisher, totals] of noted.acknowledged) {
    const isKnown = newest.has(publisher) || !adopted;
    const left = published.get(publisher) ?? { frames: 0, records: 0 };
    if (isKnown && left.frames < totals.frames) note.compare(publisher, left);
    const isWaiting = newest.has(publisher) && (written.get(publisher)?.frames ?? 0) < totals.frames;
    if (!isWaiting) note.forget(publisher);
  }
}

/**
 * Makes sure that the stream is the one whose position the writer has saved.
 *
 * @returns When it was made.
 */
async function agreeOnStream({ database, objects, connection, settings }: SettledParts): Promise<string> {
  const position = await readPosition(database, "writer");
  const sequence = position?.sequence ?? 0;
  const newest = await newestSequence(database, objects);
  const options = { maxBytes: settings.streamMaxBytes, firstSequence: Math.max(sequence, newest) + 1 };
  const stream = await prepareStream(connection, options);
  const { place, remedy } = describePlace(connection, settings);
  if (!stream.made) await refuseOther({ connection, place, remedy }, position, stream);
  if (stream.lastSequence >= options.firstSequence - 1) return stream.createdAt;
  // a server that only believes that it leads the cluster may say so too: nothing is removed there
  if (connection.shelf.isCluster && stream.messages > 0)
    throw new Error(`the stream ${place} ends before what was written of it; if that stays so, ${remedy}`);
  // an older copy of the stream's folder: all it holds is written, and its next sequences were used already
  return (await makeStreamAnew(connection, options)).createdAt;
}

/** @throws An exception when the stream is, or is read into, somebody else's. */
async function refuseOther(
  { connection, place, remedy }: { connection: StreamConnection; place: string; remedy: string },
  position: Position | null,
  stream: StreamState,
): Promise<void> {
  if (position === null && connection.shelf.isCluster && (await wasRead(connection)))
    throw new Error(
      `the stream ${place} is read into another database already: several engines share database and objects; ` +
        `to begin with an empty database, ${remedy}`,
    );
  if (position !== null && isOther(position, stream))
    throw new Error(
      `the stream ${place} is not the one that the database was written from; ` +
        `${remedy}: a new stream goes on from the database's position`,
    );
}

function isOther({ streamCreatedAt, sequence }: Position, stream: StreamState): boolean {
  return streamCreatedAt === UNKNOWN_STREAM
    ? stream.lastSequence < sequence
    : streamCreatedAt !== stream.createdAt;
}

/** Where the stream is and how it is taken away, for a person. */
function describePlace(connection: StreamConnection, { dataDir }: Settings) {
  const name = streamNameOf(connection);
  if (!connection.shelf.isCluster)
    return { place: `in ${streamPath(dataDir)}`, remedy: "move that folder away and start again" };
  const remedy = `remove it when nothing in it is needed (nats stream rm ${name}) and start again`;
  return { place: `${name} of the cluster`, remedy };
}

/**
 * Brings the objects, the catalogue and the stream together, and notes which stream the position belongs to.
 *
 * @returns Whether objects were taken in that the database did not list, by this start or by one that was broken off.
 */
async function settle(parts: SettledParts, createdAt: string): Promise<boolean> {
  const { connection, settings, log } = parts;
  const stream = await readHeldSequences(connection);
  const { objects, records, unreadable } = await settleObjects({ ...parts, follow: followAdoption }, stream);
  if (objects > 0) log.warning("took in objects that the database did not list", { objects, records });
  if (unreadable.length > 0)
    log.error("left files that cannot be read where they are", { keys: unreadable.join(" ") });
  await reconcileJournal(parts.database, purgesPath(settings.dataDir));
  await inTransaction(parts.database, "full", async (transaction) => {
    const sequence = (await readPosition(transaction, "writer"))?.sequence ?? 0;
    await savePosition(transaction, "writer", { streamCreatedAt: createdAt, sequence });
  });
  return wasAdopted(parts.database);
}
