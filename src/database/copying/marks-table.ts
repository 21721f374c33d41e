/** How far a copy of all rows has come, noted in the database that they are copied into, with the rows themselves. */
import { count, orNull, text } from "../columns.ts";
import type { Database } from "../engine.ts";
import { createTable, declareTable, tables } from "../table-shape.ts";
import type { Summed } from "./row-sum.ts";

/** One row for each table, and for what else is noted; the copy's end drops all of it. */
const COPY_MARKS = declareTable(
  "copy_marks",
  {
    name: text(),
    /** Behind which row the copy goes on, in the words of the database that is copied; null at the beginning. */
    place: orNull(text()),
    rows: count(),
    hash: text(),
    finished: count<0 | 1>(),
  },
  { key: ["name"] },
);

/** How far the copy of a table has come. */
export interface CopyMark extends Summed {
  place: string | null;
  finished: boolean;
}

/** Makes the place for marks. */
export async function createMarks(target: Database): Promise<void> {
  await createTable(target, COPY_MARKS);
}

/** Returns every mark by its name; null when no copy is under way. */
export async function readMarks(target: Database): Promise<Map<string, CopyMark> | null> {
  const there = await target.introspection.getTables();
  if (!there.some(({ name }) => name === COPY_MARKS.name)) return null;
  const rows = await tables(target, COPY_MARKS).selectFrom("copy_marks").selectAll().execute();
  return new Map(rows.map(({ name, finished, ...mark }) => [name, { ...mark, finished: finished === 1 }]));
}

/** Notes how far a table is; belongs into the transaction with its rows. */
export async function saveMark(target: Database, name: string, mark: CopyMark): Promise<void> {
  const values = { ...mark, finished: mark.finished ? (1 as const) : (0 as const) };
  await tables(target, COPY_MARKS)
    .insertInto("copy_marks")
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(values))
    .execute();
}

/** Ends the copy: nothing of it is noted any more. */
export async function dropMarks(target: Database): Promise<void> {
  await target.schema.dropTable(COPY_MARKS.name).execute();
}
