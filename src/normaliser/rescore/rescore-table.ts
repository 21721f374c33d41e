/** Windows whose records are examined again, and how far each has come; and which objects that takes. */
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { addJob, declareJob } from "../../database/jobs/job-table.ts";
import { addColumns, createTable, type RowOf, tables } from "../../database/table-shape.ts";
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
    /** Whose records; null for everybody's. */
    organization: orNull(text()),
    /** Which rescore of everybody's records this is a part of; null for one of its own. */
    part_of: orNull(text()),
  },
  { open: ["pending", "running"] },
);

/** Its number is the pass that the sightings of its records carry. */
export type RescoreRow = RowOf<typeof RESCORES>;

export const rescoreTables = {
  name: "rescores",
  tables: [RESCORES],
  kept: true,
  migrations: [createTables, addParts],
} satisfies TableSet;

const { organization: whose, part_of: whole, ...OF_ALL } = RESCORES.columns;

async function createTables(database: Database): Promise<void> {
  await createTable(database, { ...RESCORES, columns: OF_ALL });
}

async function addParts(database: Database): Promise<void> {
  await addColumns(database, RESCORES.name, { organization: whose, part_of: whole });
}

/** Record times. */
export interface TimeWindow {
  from: Instant;
  /** Exclusive. */
  to: Instant;
}

/** A rescore of one organization's records. */
export interface RescorePart {
  organization: string;
  /** Of which rescore of everybody's records it is a part; null for one of its own. */
  partOf: string | null;
}

/**
 * Notes a window as the last to be examined again.
 *
 * @param transaction - A transaction.
 * @param part - Whose records; everybody's when absent.
 */
export async function addRescore(
  transaction: Database,
  { from, to }: TimeWindow,
  part: RescorePart | null = null,
): Promise<RescoreRow> {
  return addJob(transaction, RESCORES, {
    id: crypto.randomUUID(),
    organization: part?.organization ?? null,
    part_of: part?.partOf ?? null,
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

/** Whose objects are looked at; everybody's when it is absent or null. */
interface Whose {
  organization?: string | null;
}

/** The sequences that a run of objects covers. */
export interface Range extends Whose {
  first: number;
  last: number;
}

function objectsOf(database: Database, { organization }: Whose) {
  const objects = tables(database, OBJECTS, OBJECT_FRAMES).selectFrom("objects");
  return organization == null ? objects : objects.where("organization", "=", organization);
}

/**
 * Returns the sequences of the objects with records in the window, up to the position; null when there are
 * none.
 */
export async function rangeOfWindow(
  database: Database,
  window: TimeWindow & Whose,
  upTo: number,
): Promise<Range | null> {
  const row = await objectsOf(database, window)
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
  const row = await objectsOf(database, range)
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
  const row = await objectsOf(database, range)
    .select((build) => build.fn.sum<number | null>("records").as("records"))
    .where("first_sequence", ">=", range.first)
    .where("last_sequence", "<=", range.last)
    .executeTakeFirst();
  return Number(row?.records ?? 0);
}

/** Adds to how far a rescore has come whose part has come on. */
export async function advanceWhole(
  transaction: Database,
  id: string,
  { done, total }: Pick<RescoreRow, "done" | "total">,
): Promise<void> {
  await tables(transaction, RESCORES)
    .updateTable("rescores")
    .set((row) => ({ done: row("done", "+", done), total: row("total", "+", total) }))
    .where("id", "=", id)
    .execute();
}

/** Returns how many parts of a rescore are not over. */
export async function countOpenParts(database: Database, id: string): Promise<number> {
  const { parts } = await tables(database, RESCORES)
    .selectFrom("rescores")
    .select(({ fn }) => fn.countAll<number | string>().as("parts"))
    .where("part_of", "=", id)
    .where("status", "in", RESCORES.open as readonly RescoreRow["status"][])
    .executeTakeFirstOrThrow();
  return Number(parts);
}

/** Returns the earliest rescore of everybody's records that is not begun; null without one. */
export async function nextWhole(database: Database): Promise<RescoreRow | null> {
  const row = await tables(database, RESCORES)
    .selectFrom("rescores")
    .selectAll()
    .where("organization", "is", null)
    .where("status", "=", "pending")
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
