/** Windows whose records are examined again, and how far each has come; and which objects that takes. */
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import { OBJECTS, OBJECT_FRAMES } from "../../catalogue/table.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** A window of record times, examined again from the first object that has records in it to the last. */
export interface Rescore {
  /** The order in which they were asked for; sightings of this pass carry it. */
  number: number;
  from: Instant;
  /** Exclusive. */
  to: Instant;
  status: "pending" | "running" | "completed";
  /** Sequences of the objects; null while pending. */
  first: number | null;
  last: number | null;
  /** What it has come to. */
  position: number;
  /** Records. */
  done: number;
  total: number;
}

export const RESCORES = declareTable(
  "rescores",
  {
    number: count(),
    from_ms: instant(),
    to_ms: instant(),
    status: text<Rescore["status"]>(),
    first_sequence: orNull(count()),
    last_sequence: orNull(count()),
    position: count(),
    done: count(),
    total: count(),
  },
  { key: ["number"] },
);

export const rescoreTables = {
  name: "rescores",
  tables: [RESCORES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, RESCORES);
}

/**
 * Notes a window as the last to be examined again.
 *
 * @param transaction - A transaction.
 * @returns Its number.
 */
export async function addRescore(
  transaction: Database,
  window: { from: Instant; to: Instant },
): Promise<number> {
  const view = tables(transaction, RESCORES, OBJECTS, OBJECT_FRAMES);
  const newest = await view
    .selectFrom("rescores")
    .select((row) => row.fn.max("number").as("number"))
    .executeTakeFirst();
  const number = (newest?.number ?? 0) + 1;
  const range = { first_sequence: null, last_sequence: null, position: 0, done: 0, total: 0 };
  await view
    .insertInto("rescores")
    .values({ number, from_ms: window.from, to_ms: window.to, status: "pending", ...range })
    .execute();
  return number;
}

/** Returns the rescore of that number; null when there is none. */
export async function readRescore(database: Database, number: number): Promise<Rescore | null> {
  return (await rescores(database).where("number", "=", number).executeTakeFirst()) ?? null;
}

/** Returns the earliest that is not over; null when all are. */
export async function nextRescore(database: Database): Promise<Rescore | null> {
  const waiting = rescores(database).where("status", "in", ["pending", "running"]);
  return (await waiting.orderBy("number").limit(1).executeTakeFirst()) ?? null;
}

function rescores(database: Database) {
  return tables(database, RESCORES, OBJECTS, OBJECT_FRAMES)
    .selectFrom("rescores")
    .select(["number", "from_ms as from", "to_ms as to", "status", "position", "done", "total"])
    .select(["first_sequence as first", "last_sequence as last"]);
}

/** Notes how far a rescore has come; belongs into the transaction that holds its rows. */
export async function saveRescore(transaction: Database, rescore: Rescore): Promise<void> {
  const { number, status, first, last, position, done, total } = rescore;
  await tables(transaction, RESCORES, OBJECTS, OBJECT_FRAMES)
    .updateTable("rescores")
    .set({ status, first_sequence: first, last_sequence: last, position, done, total })
    .where("number", "=", number)
    .execute();
}

/** The sequences that a run of objects covers. */
export interface Range {
  first: number;
  last: number;
}

/**
 * Returns the sequences of the objects with records in the window, up to the position; null when there are
 * none.
 */
export async function rangeOfWindow(
  database: Database,
  window: { from: Instant; to: Instant },
  upTo: number,
): Promise<Range | null> {
  const row = await tables(database, RESCORES, OBJECTS, OBJECT_FRAMES)
    .selectFrom("objects")
    .select((build) => [build.fn.min("first_sequence").as("first"), build.fn.max("last_sequence").as("last")])
    .where("last_sequence", "<=", upTo)
    .where("key", "in", (frames) =>
      frames
        .selectFrom("object_frames")
        .select("object_key")
        .where("greatest_ms", ">=", window.from)
        .where("least_ms", "<", window.to),
    )
    .executeTakeFirst();
  return rangeIn(row);
}

/**
 * Returns the same, of all objects that reach into the range; larger when some of them begin before it or end
 * after it.
 */
export async function rangeOfObjects(database: Database, range: Range, upTo: number): Promise<Range | null> {
  const row = await tables(database, RESCORES, OBJECTS, OBJECT_FRAMES)
    .selectFrom("objects")
    .select((build) => [build.fn.min("first_sequence").as("first"), build.fn.max("last_sequence").as("last")])
    .where("last_sequence", "<=", upTo)
    .where("last_sequence", ">=", range.first)
    .where("first_sequence", "<=", range.last)
    .executeTakeFirst();
  return rangeIn(row);
}

function rangeIn(row: { first: number | null; last: number | null } | undefined): Range | null {
  const { first = null, last = null } = row ?? {};
  return first === null || last === null ? null : { first, last };
}

/** Returns the records of the objects in the range. */
export async function countRecords(database: Database, range: Range): Promise<number> {
  const row = await tables(database, RESCORES, OBJECTS, OBJECT_FRAMES)
    .selectFrom("objects")
    .select((build) => build.fn.sum<number | null>("records").as("records"))
    .where("first_sequence", ">=", range.first)
    .where("last_sequence", "<=", range.last)
    .executeTakeFirst();
  return Number(row?.records ?? 0);
}
