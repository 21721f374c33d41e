/** Tables of days: their columns, and the set that makes them and lists the days of all rows. */
import { sql } from "kysely";
import { DAY } from "../../vocabulary/units.ts";
import { bytes, count, orNull, type TableShape, text } from "../columns.ts";
import type { Database } from "../engine.ts";
import { createTable, declareTable, tables } from "../table-shape.ts";

const COLUMNS = {
  organization: text(),
  /** Whose rows are added up; empty for everybody's. */
  developer: text(),
  /** UTC, counted from 1970. */
  day: count(),
  /** How often rows of the day changed. */
  changes: count(),
  /** `changes` before the rows were last added up. Where the two differ, or nothing is kept, the day is open. */
  seen: count(),
  /** The way in which it was added up. */
  packed_by: orNull(text()),
  /** What it adds up to; null when rows changed since, or before the first time. Last, behind what is asked without it. */
  packed: orNull(bytes()),
};

/** A table with one row for each day that has rows to add up, of an organization or of each of its developers. */
export type DaysTable<Name extends string = string> = TableShape<Name, typeof COLUMNS>;

/** Declares a part's table. */
export function declareDays<const Name extends string>(
  name: Name,
  { owner = [] }: { owner?: readonly "developer"[] } = {},
): DaysTable<Name> {
  return declareTable(name, COLUMNS, {
    owner,
    unique: [["organization", "developer", "day"]],
    indexes: { [`${name}_by_day`]: ["organization", "day", "developer"] },
  });
}

/** Whether a day is to be added up again, in the words of the index of these. */
export const isOpen = sql<boolean>`(${sql.ref("changes")} <> ${sql.ref("seen")} or ${sql.ref("packed")} is null)`;

/** The rows that a table of days adds up; both tables are prepared before. */
interface AddedRows {
  table: string;
  /** The column with their time. */
  time: string;
  /** Whether each developer's rows are added up apart. */
  of: "everybody" | "each_developer";
}

/**
 * Returns the table set of a part's days.
 *
 * The table is not dropped when the rows that it adds up are made again: its days are emptied. It is made again when
 * its columns change.
 */
export function daysSet<const Name extends string>(name: string, table: DaysTable<Name>, rows: AddedRows) {
  const create = async (database: Database): Promise<void> => {
    await createTable(database, table);
    // open days are found by it, among as many others as there are
    await database.schema
      .createIndex(`${table.name}_open`)
      .on(table.name)
      .column("day")
      .where(isOpen)
      .execute();
    await listDays(database, table, rows);
  };
  return { name, tables: [table], kept: true, shape: 2, create };
}

async function listDays(
  database: Database,
  table: DaysTable,
  { table: source, time, of }: AddedRows,
): Promise<void> {
  const developer = of === "everybody" ? sql.lit("") : sql.ref("developer");
  await tables(database, table)
    .insertInto(table.name)
    .columns(["organization", "developer", "day", "changes", "seen"])
    .expression((from) =>
      from
        .selectFrom(source)
        .select(({ lit }) => [
          "organization",
          sql<string>`${developer}`.as("developer"),
          sql<number>`${sql.ref(time)} / ${sql.lit(DAY)}`.as("day"),
          lit(1).as("changes"),
          lit(0).as("seen"),
        ])
        .distinct(),
    )
    .execute();
}
