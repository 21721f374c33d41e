/** The catalogue: which objects there are, and what each of their frames holds. */
import { type Database, tables } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import type { Signal } from "../vocabulary/otlp.ts";
import type { Bytes, Milliseconds } from "../vocabulary/units.ts";

interface ObjectRow {
  key: string;
  organization: string;
  signal: Signal;
  first_sequence: number;
  last_sequence: number;
  arrived_at: Milliseconds;
  bytes: Bytes;
  records: number;
}

interface FrameRow {
  object_key: string;
  organization: string;
  signal: Signal;
  number: number;
  offset: Bytes;
  length: Bytes;
  records: number;
  least_ms: Milliseconds;
  greatest_ms: Milliseconds;
  /** JSON list of the event names in the frame. */
  events: string;
}

/** The catalogue as its own `table.ts` files see it. */
export interface CatalogueTables {
  objects: ObjectRow;
  object_frames: FrameRow;
  object_sessions: { organization: string; session: string; object_key: string; number: number };
}

export const catalogueTables: TableSet = {
  name: "catalogue",
  tables: ["objects", "object_frames", "object_sessions"],
  kept: true,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  const { schema } = tables<CatalogueTables>(database);
  await schema
    .createTable("objects")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("signal", "text", (column) => column.notNull())
    .addColumn("first_sequence", "integer", (column) => column.notNull())
    .addColumn("last_sequence", "integer", (column) => column.notNull())
    .addColumn("arrived_at", "integer", (column) => column.notNull())
    .addColumn("bytes", "integer", (column) => column.notNull())
    .addColumn("records", "integer", (column) => column.notNull())
    .execute();
  await schema.createIndex("objects_by_sequence").on("objects").columns(["last_sequence"]).execute();
  await schema
    .createTable("object_frames")
    .addColumn("object_key", "text", (column) => column.notNull())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("signal", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("offset", "integer", (column) => column.notNull())
    .addColumn("length", "integer", (column) => column.notNull())
    .addColumn("records", "integer", (column) => column.notNull())
    .addColumn("least_ms", "integer", (column) => column.notNull())
    .addColumn("greatest_ms", "integer", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("object_frames_key", ["object_key", "number"])
    .execute();
  await schema
    .createIndex("object_frames_by_time")
    .on("object_frames")
    .columns(["organization", "signal", "greatest_ms"])
    .execute();
  await schema
    .createTable("object_sessions")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("object_key", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("object_sessions_key", ["organization", "session", "object_key", "number"])
    .execute();
  await schema
    .createIndex("object_sessions_by_object")
    .on("object_sessions")
    .columns(["object_key"])
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
  sessions: string[];
  events: string[];
}

/** One object as the catalogue lists it. */
export interface CataloguedObject {
  key: string;
  organization: string;
  signal: Signal;
  firstSequence: number;
  lastSequence: number;
  arrivedAt: Milliseconds;
  bytes: Bytes;
  records: number;
  frames: CataloguedFrame[];
}

/** Lists an object in the catalogue. */
export async function listObject(database: Database, object: CataloguedObject): Promise<void> {
  const catalogue = tables<CatalogueTables>(database);
  await catalogue
    .insertInto("objects")
    .values({
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
  const frames = object.frames.map((frame) => frameRow(object, frame));
  for (const rows of rowChunks(frames)) await catalogue.insertInto("object_frames").values(rows).execute();
  const sessions = object.frames.flatMap((frame) =>
    frame.sessions.map((session) => ({
      organization: object.organization,
      session,
      object_key: object.key,
      number: frame.number,
    })),
  );
  for (const rows of rowChunks(sessions))
    await catalogue.insertInto("object_sessions").values(rows).execute();
}

function frameRow(object: CataloguedObject, frame: CataloguedFrame): FrameRow {
  return {
    object_key: object.key,
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

/** Gives: every key the catalogue lists, in their order. */
export async function listKeys(database: Database): Promise<string[]> {
  const rows = await tables<CatalogueTables>(database)
    .selectFrom("objects")
    .select("key")
    .orderBy("key")
    .execute();
  return rows.map((row) => row.key);
}

/** Whether the catalogue lists an object of that key. */
export async function isListed(database: Database, key: string): Promise<boolean> {
  const row = await tables<CatalogueTables>(database)
    .selectFrom("objects")
    .select("key")
    .where("key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

/** An object whose records a later step has not looked at. */
export interface PendingObject {
  key: string;
  organization: string;
  signal: Signal;
  firstSequence: number;
  lastSequence: number;
  records: number;
  frames: { offset: Bytes; length: Bytes }[];
}

/** Gives: the objects of the earliest batch after the position, in the order of the stream; empty when there is none. */
export async function findNextObjects(database: Database, position: number): Promise<PendingObject[]> {
  const catalogue = tables<CatalogueTables>(database);
  const first = await catalogue
    .selectFrom("objects")
    .select((one) => one.fn.min("last_sequence").as("last_sequence"))
    .where("last_sequence", ">", position)
    .executeTakeFirst();
  if (first === undefined || first.last_sequence === null) return [];
  const objects = await catalogue
    .selectFrom("objects")
    .selectAll()
    .where("last_sequence", "=", first.last_sequence)
    .orderBy("first_sequence")
    .orderBy("key")
    .execute();
  return Promise.all(objects.map((object) => withFrames(database, object)));
}

async function withFrames(database: Database, object: ObjectRow): Promise<PendingObject> {
  const frames = await tables<CatalogueTables>(database)
    .selectFrom("object_frames")
    .select(["offset", "length"])
    .where("object_key", "=", object.key)
    .orderBy("number")
    .execute();
  const { key, organization, signal, records } = object;
  const range = { firstSequence: object.first_sequence, lastSequence: object.last_sequence };
  return { key, organization, signal, records, ...range, frames };
}

/** Gives: the session ids in the given objects. */
export async function sessionsIn(database: Database, keys: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const some of rowChunks(keys)) {
    const rows = await tables<CatalogueTables>(database)
      .selectFrom("object_sessions")
      .select("session")
      .distinct()
      .where("object_key", "in", some)
      .execute();
    for (const { session } of rows) found.add(session);
  }
  return [...found];
}
