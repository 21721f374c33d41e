/** When records last arrived, and the times in which the machine's clock was in doubt. */
import { count, instant, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { OBJECTS } from "../../catalogue/table.ts";
import type { Instant, Milliseconds } from "../../vocabulary/units.ts";

/** Why the clock is in doubt. */
export type DoubtReason = "past_last_arrival" | "before_build";

/** One row: the last arrival, or the moment at which somebody confirmed the clock, whichever came last. */
export const LAST_ARRIVAL = declareTable("last_arrival", { id: count(), at: instant() }, { key: ["id"] });

/** One row for each time in which the clock was in doubt; the one without an end goes on. */
export const CLOCK_DOUBTS = declareTable(
  "clock_doubts",
  {
    /** The first sequence that may have arrived at a wrong time… */
    first_sequence: count(),
    /** …and the last; null while the doubt goes on. */
    last_sequence: orNull(count()),
    reason: text<DoubtReason>(),
    /** The time that the clock was compared with: the last arrival, or when the program was built. */
    compared_with: instant(),
    began_at: instant(),
    ended_at: orNull(instant()),
    /** What the clock showed when it was last looked at. */
    looked_at: instant(),
    /** How long the server ran since the first record whose own time agreed. */
    ran_ms: count(),
    /** Records that came since the clock last moved: those whose own times agree with it, and the others. */
    agreeing: count(),
    disagreeing: count(),
  },
  { key: ["first_sequence"] },
);

export const arrivalTables = {
  name: "arrivals",
  tables: [LAST_ARRIVAL, CLOCK_DOUBTS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, LAST_ARRIVAL);
  await createTable(database, CLOCK_DOUBTS);
}

/**
 * Returns when records last arrived by the clock of that moment, or when the clock was last confirmed.
 *
 * @param database - Any connection.
 * @returns null when nothing ever arrived.
 */
export async function readLastArrival(database: Database): Promise<Milliseconds | null> {
  const kept = await tables(database, LAST_ARRIVAL)
    .selectFrom("last_arrival")
    .select("at")
    .executeTakeFirst();
  if (kept !== undefined) return kept.at;
  // an earlier version, or one whose database was made anew from the objects, has noted none
  const newest = await tables(database, OBJECTS)
    .selectFrom("objects")
    .select("arrived_at")
    .orderBy("last_sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.arrived_at ?? null;
}

/** Keeps the last arrival. */
export async function saveLastArrival(transaction: Database, at: Instant): Promise<void> {
  await tables(transaction, LAST_ARRIVAL)
    .insertInto("last_arrival")
    .values({ id: 1, at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ at }))
    .execute();
}

/** How records' own times compare with the clock. */
export interface Agreement {
  agreeing: number;
  disagreeing: number;
}

/** A time in which the clock was in doubt. */
export interface ClockDoubt extends Agreement {
  firstSequence: number;
  /** null while it goes on. */
  lastSequence: number | null;
  reason: DoubtReason;
  comparedWith: Instant;
  beganAt: Instant;
  /** null while it goes on. */
  endedAt: Instant | null;
  lookedAt: Instant;
  ranMs: Milliseconds;
}

/**
 * Returns the doubt that goes on.
 *
 * @param database - Any connection.
 * @returns null when the clock is believed.
 */
export async function readOpenDoubt(database: Database): Promise<ClockDoubt | null> {
  const row = await tables(database, CLOCK_DOUBTS)
    .selectFrom("clock_doubts")
    .selectAll()
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? null : doubtOf(row);
}

/** Returns the doubts that ended: what arrived in them counts from their end. */
export async function readEndedDoubts(database: Database): Promise<ClockDoubt[]> {
  const rows = await tables(database, CLOCK_DOUBTS)
    .selectFrom("clock_doubts")
    .selectAll()
    .where("ended_at", "is not", null)
    .orderBy("first_sequence")
    .execute();
  return rows.map(doubtOf);
}

/** Keeps a doubt, in the place of what was known of it. */
export async function saveDoubt(transaction: Database, doubt: ClockDoubt): Promise<void> {
  const { first_sequence, ...values } = rowOf(doubt);
  await tables(transaction, CLOCK_DOUBTS)
    .insertInto("clock_doubts")
    .values({ first_sequence, ...values })
    .onConflict((conflict) => conflict.column("first_sequence").doUpdateSet(values))
    .execute();
}

type Row = RowOf<typeof CLOCK_DOUBTS>;

function doubtOf(row: Row): ClockDoubt {
  const { reason, agreeing, disagreeing } = row;
  return {
    firstSequence: row.first_sequence,
    lastSequence: row.last_sequence,
    reason,
    comparedWith: row.compared_with,
    beganAt: row.began_at,
    endedAt: row.ended_at,
    lookedAt: row.looked_at,
    ranMs: row.ran_ms,
    agreeing,
    disagreeing,
  };
}

function rowOf(doubt: ClockDoubt): Row {
  const { reason, agreeing, disagreeing } = doubt;
  return {
    first_sequence: doubt.firstSequence,
    last_sequence: doubt.lastSequence,
    reason,
    compared_with: doubt.comparedWith,
    began_at: doubt.beganAt,
    ended_at: doubt.endedAt,
    looked_at: doubt.lookedAt,
    ran_ms: doubt.ranMs,
    agreeing,
    disagreeing,
  };
}
