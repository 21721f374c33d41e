/** Windows whose records are examined again, and how far each has come; and which objects that takes. */
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { addJob, declareJob } from "../../database/jobs/job-table.ts";
import { createTable, type RowOf, tables } from "../../database/table-shape.ts";
import { OBJECTS, OBJECT_FRAMES } from "../../catalogue/table.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** Windows of record times, each examined again from the first object that has records in it to the last. */
export const RESCORES = declareJob(
  "rescores",
  {
    from_ms: instant(),
    /** Exclusive. */
    to_ms: instant(),
    status: text<"pending" | "running" | "completed">(),
    /** Sequences of the objects; null while pending. */
    first_sequence: orNull(count()),
    last_sequence: orNull(count()),
    /** What it has come to. */
    position: count(),
    /** Records. */
    done: count(),
    total: count(),
  },
  { open: ["pending", "running"] },
);

/** Its number is the pass that the sightings of its records carry. */
export type RescoreRow = RowOf<typeof RESCORES>;

export const rescoreTables = {
  name: "rescores",
  tables: [RESCORES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, RESCORES);
}

/** Record times. */
export interface TimeWindow {
  from: Instant;
  /** Exclusive. */
  to: Instant;
}

/**
 * Notes a window as the last to be examined again.
 *
 * @param transaction - A transaction.
 */
export async function addRescore(transaction: Database, { from, to }: TimeWindow): Promise<RescoreRow> {
  return addJob(transaction, RESCORES, {
    id: crypto.randomUUID(),
    from_ms: from,
    to_ms: to,
    status: "pending",
    first_sequence: null,
    last_sequence: null,
    position: 0,
    done: 0,
    total: 0,
  });
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
  window: TimeWindow,
  upTo: number,
): Promise<Range | null> {
  const row = await tables(database, OBJECTS, OBJECT_FRAMES)
    .selectFrom("objects")
    .select((build) => [build.fn.min("first_sequence").as("first"), build.fn.max("last_sequence").as("last")])
    .where("last_sequence", "<=", upTo)
    .where("number", "in", (frames) =>
      frames
        .selectFrom("object_frames")
        .select("object")
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
  const row = await tables(database, OBJECTS, OBJECT_FRAMES)
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
  const row = await tables(database, OBJECTS, OBJECT_FRAMES)
    .selectFrom("objects")
    .select((build) => build.fn.sum<number | null>("records").as("records"))
    .where("first_sequence", ">=", range.first)
    .where("last_sequence", "<=", range.last)
    .executeTakeFirst();
  return Number(row?.records ?? 0);
}
