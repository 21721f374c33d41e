/** The catalogue: which objects there are, and what each of their frames holds. */
import { type Database, engineOf } from "../database/engine.ts";
import { count, instant, json, text } from "../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import type { TableSet } from "../database/prepare.ts";
import { takeNumber } from "../database/jobs/counters-table.ts";
import { rowChunks } from "../database/row-chunks.ts";
import type { StoredSignal } from "../vocabulary/otlp.ts";
import type { Bytes, Instant, Milliseconds } from "../vocabulary/units.ts";
import type { AgentSessionId } from "../vocabulary/held-name.ts";

/** One row for each object. */
export const OBJECTS = declareTable(
  "objects",
  {
    /** By which the other tables name it: keys are long. */
    number: count(),
    key: text(),
    organization: text(),
    signal: text<StoredSignal>(),
    first_sequence: count(),
    last_sequence: count(),
    arrived_at: instant(),
    bytes: count<Bytes>(),
    records: count(),
  },
  { key: ["number"], unique: [["key"]], indexes: { objects_by_sequence: ["last_sequence"] } },
);

export type ObjectRow = RowOf<typeof OBJECTS>;

/** One row for each frame of an object. */
export const OBJECT_FRAMES = declareTable(
  "object_frames",
  {
    object: count(),
    organization: text(),
    signal: text<StoredSignal>(),
    number: count(),
    offset: count<Bytes>(),
    length: count<Bytes>(),
    records: count(),
    least_ms: instant(),
    greatest_ms: instant(),
    /** JSON list of the event names in the frame. */
    events: json(),
  },
  {
    key: ["object", "number"],
    clustered: true,
    indexes: { object_frames_by_time: ["organization", "signal", "greatest_ms"] },
  },
);

export type FrameRow = RowOf<typeof OBJECT_FRAMES>;

/** Which sessions the requests in a frame named, by the ids that agents gave them. */
export const OBJECT_SESSIONS = declareTable(
  "object_sessions",
  {
    organization: text(),
    session: text<AgentSessionId>(),
    object: count(),
    number: count(),
  },
  {
    key: ["organization", "session", "object", "number"],
    clustered: true,
    indexes: { object_sessions_by_object: ["object"] },
  },
);

export const catalogueTables = {
  name: "catalogue",
  tables: [OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS],
  kept: true,
  migrations: [createTables, indexByOrganization],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, OBJECTS);
  await createTable(database, OBJECT_FRAMES);
  await createTable(database, OBJECT_SESSIONS);
}

/** Where each organization is examined by another engine, each asks for its next objects. */
async function indexByOrganization(database: Database): Promise<void> {
  if (!engineOf(database).isShared) return;
  await database.schema
    .createIndex("objects_by_organization")
    .on("objects")
    .columns(["organization", "last_sequence"])
    .execute();
}

/** One independently readable part of an object. */
export interface CataloguedFrame {
  number: number;
  offset: Bytes;
  length: Bytes;
  records: number;
  leastMs: Milliseconds;
  greatestMs: Milliseconds;
  sessions: AgentSessionId[];
  events: string[];
}

/** One object as the catalogue lists it. */
export interface CataloguedObject {
  key: string;
  organization: string;
  signal: StoredSignal;
  firstSequence: number;
  lastSequence: number;
  arrivedAt: Instant;
  bytes: Bytes;
  records: number;
  frames: CataloguedFrame[];
}

/** Lists an object in the catalogue. */
export async function listObject(database: Database, object: CataloguedObject): Promise<void> {
  const catalogue = tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS);
  const number = await takeNumber(database, "objects");
  await catalogue
    .insertInto("objects")
    .values({
      number,
      key: object.key,
      organization: object.organization,
      signal: object.signal,
      first_sequence: object.firstSequence,
      last_sequence: object.lastSequence,
      arrived_at: object.arrivedAt,
      bytes: object.bytes,
      records: object.records,
    })
    .execute();
  const frames = object.frames.map((frame) => frameRow(object, { frame, number }));
  for (const rows of rowChunks(frames)) await catalogue.insertInto("object_frames").values(rows).execute();
  const sessions = object.frames.flatMap((frame) =>
    frame.sessions.map((session) => ({
      organization: object.organization,
      session,
      object: number,
      number: frame.number,
    })),
  );
  for (const rows of rowChunks(sessions))
    await catalogue.insertInto("object_sessions").values(rows).execute();
}

function frameRow(
  object: CataloguedObject,
  { frame, number }: { frame: CataloguedFrame; number: number },
): FrameRow {
  return {
    object: number,
    organization: object.organization,
    signal: object.signal,
    number: frame.number,
    offset: frame.offset,
    length: frame.length,
    records: frame.records,
    least_ms: frame.leastMs,
    greatest_ms: frame.greatestMs,
    events: JSON.stringify(frame.events),
  };
}

/** Returns every key the catalogue lists, in their order. */
export async function listKeys(database: Database): Promise<string[]> {
  const rows = await tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("objects")
    .select("key")
    .orderBy("key")
    .execute();
  return rows.map((row) => row.key);
}

/** Whether the catalogue lists an object of that key. */
export async function isListed(database: Database, key: string): Promise<boolean> {
  const row = await tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("objects")
    .select("key")
    .where("key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the catalogue lists objects of all of the keys. They stay listed until the transaction is over: where several
 * engines write, another one that would replace them waits.
 */
export async function areListed(transaction: Database, keys: readonly string[]): Promise<boolean> {
  let listed = 0;
  for (const chunk of rowChunks(keys.toSorted())) {
    const found = tables(transaction, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
      .selectFrom("objects")
      .select("key")
      .where("key", "in", chunk)
      .orderBy("key");
    listed += (await (engineOf(transaction).isShared ? found.forUpdate() : found).execute()).length;
  }
  return listed === keys.length;
}

/** An object whose records a later step has not looked at. */
export interface PendingObject {
  key: string;
  organization: string;
  signal: StoredSignal;
  firstSequence: number;
  lastSequence: number;
  records: number;
  frames: { offset: Bytes; length: Bytes }[];
}

/**
 * Returns the objects of the earliest batch after the position, in the order of the stream; empty when there
 * is none.
 *
 * @param organizations - Only theirs; everybody's when absent.
 */
export async function findNextObjects(
  database: Database,
  position: number,
  organizations?: readonly string[],
): Promise<PendingObject[]> {
  const next = tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("objects")
    .select((build) => build.fn.min<number | null>("last_sequence").as("last_sequence"))
    .where("last_sequence", ">", position);
  const theirs = organizations === undefined ? next : next.where("organization", "in", organizations);
  const first = await theirs.executeTakeFirst();
  if (first === undefined || first.last_sequence === null) return [];
  return readBatch(database, first.last_sequence, organizations);
}

/**
 * Returns the objects of the batch that ends with a sequence, in the order of the stream.
 *
 * @param organizations - Only theirs; everybody's when absent.
 */
export async function readBatch(
  database: Database,
  sequence: number,
  organizations?: readonly string[],
): Promise<PendingObject[]> {
  const batch = tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("objects")
    .selectAll()
    .where("last_sequence", "=", sequence);
  const theirs = organizations === undefined ? batch : batch.where("organization", "in", organizations);
  const objects = await theirs.orderBy("first_sequence").orderBy("key").execute();
  return Promise.all(objects.map((object) => withFrames(database, object)));
}

async function withFrames(database: Database, object: ObjectRow): Promise<PendingObject> {
  const frames = await tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("object_frames")
    .select(["offset", "length"])
    .where("object", "=", object.number)
    .orderBy("number")
    .execute();
  const { key, organization, signal, records } = object;
  const range = { firstSequence: object.first_sequence, lastSequence: object.last_sequence };
  return { key, organization, signal, records, ...range, frames };
}

/** A query of the numbers by which the other tables name objects. */
export function numbersOf(database: Database, keys: readonly string[]) {
  return tables(database, OBJECTS).selectFrom("objects").select("number").where("key", "in", keys);
}

/** Returns the session ids in the given objects. */
export async function sessionsIn(database: Database, keys: readonly string[]): Promise<AgentSessionId[]> {
  const found = new Set<AgentSessionId>();
  for (const chunk of rowChunks(keys)) {
    const rows = await tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
      .selectFrom("object_sessions")
      .select("session")
      .distinct()
      .where("object", "in", numbersOf(database, chunk))
      .execute();
    for (const { session } of rows) found.add(session);
  }
  return [...found];
}
