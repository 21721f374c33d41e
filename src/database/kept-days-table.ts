/**
 * Days that are over, kept as what their rows add up to, in one table for each part that adds up.
 *
 * Whatever changes rows empties their days in the same transaction: a day that is kept says what the rows say.
 */
import { sql } from "kysely";
import { DAY, type Milliseconds } from "../vocabulary/units.ts";
import { count, json, orNull, type TableShape, text } from "./columns.ts";
import type { Database } from "./engine.ts";
import { rowChunks } from "./row-chunks.ts";
import { dropTables } from "./table.ts";
import { createTable, declareTable, tables } from "./table-shape.ts";
import { inTransaction } from "./transaction.ts";
import type { WindowFilter } from "./window.ts";

const COLUMNS = {
  organization: text(),
  /** UTC, counted from 1970. */
  day: count(),
  /** 1 when it is to be added up anew; what is there answers until then. */
  outdated: count(),
  /** The way in which it was added up. */
  packed_by: orNull(text()),
  /** JSON, behind what is asked without it; null when rows changed since, or before the first time. */
  packed: orNull(json()),
};

/** A table with one row for each organization and day that has rows to add up. */
export type DaysTable<Name extends string = string> = TableShape<Name, typeof COLUMNS>;

/** Declares a part's table. */
export function declareDays<const Name extends string>(name: Name): DaysTable<Name> {
  return declareTable(name, COLUMNS, {
    unique: [["organization", "day"]],
    // with all that open days are found by: what is kept is long
    indexes: { [`${name}_by_day`]: ["day", "outdated", "packed_by", "organization"] },
  });
}

/**
 * The set of such a table: not thrown away with the rows that it adds up, but emptied, and made anew in
 * another shape.
 *
 * @param table - The table with these rows and their time, both prepared before.
 */
export function daysSet<const Name extends string>(
  name: string,
  table: DaysTable<Name>,
  rows: { table: string; time: string },
) {
  const makeAnew = async (database: Database): Promise<void> => {
    await dropTables(database, [table]);
    await createTable(database, table);
    await listDays(database, table, rows);
  };
  // until the second each part had columns of its own
  return { name, tables: [table], kept: true, migrations: [makeAnew, makeAnew] };
}

async function listDays(
  database: Database,
  table: DaysTable,
  rows: { table: string; time: string },
): Promise<void> {
  await tables(database, table)
    .insertInto(table.name)
    .columns(["organization", "day", "outdated"])
    .expression((from) =>
      from
        .selectFrom(rows.table)
        .select(({ lit }) => [
          "organization",
          sql<number>`${sql.ref(rows.time)} / ${sql.lit(DAY)}`.as("day"),
          lit(1).as("outdated"),
        ])
        .distinct(),
    )
    .execute();
}

/** When something changed, and whose it is. */
export interface ChangedTime {
  organization: string;
  at: Milliseconds;
}

/** A day by its place. */
export interface DayPlace {
  organization: string;
  day: number;
}

/**
 * Empties the days on which something changed.
 *
 * @returns These days.
 * @remarks Takes the transaction that changes it.
 */
export async function emptyChangedDays(
  transaction: Database,
  table: DaysTable,
  changes: readonly ChangedTime[],
): Promise<DayPlace[]> {
  const days = new Map<string, DayPlace>();
  for (const { organization, at } of changes) {
    const day = Math.floor(at / DAY);
    days.set(`${organization} ${day}`, { organization, day });
  }
  for (const chunk of rowChunks([...days.values()])) {
    await tables(transaction, table)
      .insertInto(table.name)
      .values(chunk.map((day) => ({ ...day, ...EMPTY })))
      .onConflict((conflict) => conflict.columns(["organization", "day"]).doUpdateSet(EMPTY))
      .execute();
  }
  return [...days.values()];
}

const EMPTY = { packed: null, outdated: 1 } as const;

/**
 * Empties every day.
 *
 * @param organization - The organization; null for all.
 */
export async function emptyEveryDay(
  transaction: Database,
  table: DaysTable,
  organization: string | null,
): Promise<void> {
  const all = tables(transaction, table).updateTable(table.name).set(EMPTY);
  await (organization === null ? all : all.where("organization", "=", organization)).execute();
}

/** What a part keeps of days. */
export interface KeptDays<Day> {
  table: DaysTable;
  /** Another one whenever days are added up or kept in another way. */
  packedBy: string;
  /** Never set: carries the type of what is kept. */
  day?: Day;
}

/** How open days are added up. */
export interface AddingUp<Day> {
  now: Milliseconds;
  /** So many at once. */
  limit: number;
  first: "newest" | "earliest";
  /**
   * Returns null when nothing is left of the day.
   *
   * @param window - Everybody's window from its beginning to its end.
   */
  add(transaction: Database, window: WindowFilter): Promise<Day | null>;
}

/**
 * Adds up days that are over and not kept as they are now.
 *
 * @returns How many there were.
 */
export async function keepOpenDays<Day>(
  database: Database,
  kept: KeptDays<Day>,
  { now, limit, first, add }: AddingUp<Day>,
): Promise<number> {
  const { table, packedBy } = kept;
  const open = await tables(database, table)
    .selectFrom(table.name)
    .select(["organization", "day"])
    .where("day", "<", Math.floor(now / DAY))
    .where((row) => row.or([row("outdated", "=", 1), row("packed_by", "!=", packedBy)]))
    .orderBy("day", first === "newest" ? "desc" : "asc")
    .orderBy("organization")
    .limit(limit)
    .execute();
  if (open.length === 0) return 0;
  await inTransaction(database, "normal", async (transaction) => {
    for (const place of open) {
      const { organization, day } = place;
      const window = { organization, developers: null, from: day * DAY, to: (day + 1) * DAY };
      await saveDay(transaction, kept, { ...place, added: await add(transaction, window) });
    }
  });
  return open.length;
}

async function saveDay<Day>(
  transaction: Database,
  { table, packedBy }: KeptDays<Day>,
  { organization, day, added }: DayPlace & { added: Day | null },
): Promise<void> {
  const view = tables(transaction, table);
  if (added === null)
    await view
      .deleteFrom(table.name)
      .where((row) => row.and({ organization, day }))
      .execute();
  else
    await view
      .updateTable(table.name)
      .set({ packed: JSON.stringify(added), packed_by: packedBy, outdated: 0 })
      .where((row) => row.and({ organization, day }))
      .execute();
}

/**
 * Returns those with rows, in order; null for those not kept.
 *
 * @remarks Takes days counted from 1970, the last one left out.
 */
export async function readKeptDays<Day>(
  database: Database,
  { table, packedBy }: KeptDays<Day>,
  { organization, from, to }: { organization: string; from: number; to: number },
): Promise<Map<number, Day | null>> {
  const rows = await tables(database, table)
    .selectFrom(table.name)
    .select(["day", "packed_by", "packed"])
    .where("organization", "=", organization)
    .where("day", ">=", from)
    .where("day", "<", to)
    .orderBy("day")
    .execute();
  return new Map(
    rows.map(({ day, packed_by, packed }) => {
      const isKept = packed !== null && packed_by === packedBy;
      return [day, isKept ? (JSON.parse(packed) as Day) : null];
    }),
  );
}

/** Returns the days that are kept, the earliest first. */
export function daysIn<Day>(days: ReadonlyMap<number, Day | null>): [day: number, kept: Day][] {
  return [...days].flatMap(([day, kept]): [number, Day][] => (kept === null ? [] : [[day, kept]]));
}
