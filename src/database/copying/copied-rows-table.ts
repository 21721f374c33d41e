/** Copies the rows of a table from one database to another, a page at a time; broken off, it goes on. */
import type { TableShape } from "../columns.ts";
import { type Database, engineOf, type StoredRow } from "../engine.ts";
import { chunksOf } from "../row-chunks.ts";
import { declareTable, tables } from "../table-shape.ts";
import { inTransaction, onSnapshot } from "../transaction.ts";
import { type CopyMark, saveMark } from "./marks-table.ts";
import { columnsWithin } from "./reference-order.ts";
import { RowSum, type Summed } from "./row-sum.ts";

/** Some megabytes of the widest rows. */
const ROWS_A_PAGE = 2_000;
/** SQLite takes 32,766, PostgreSQL twice as many. */
const PARAMETERS_PER_STATEMENT = 30_000;

/** From where to where rows are copied. */
export interface Copying {
  /** Nobody writes to it, or it is read as of one moment. */
  source: Database;
  target: Database;
  /** Hears how many rows were copied just now. */
  report(rows: number): void;
}

const NOT_BEGUN: CopyMark = { place: null, rows: 0, hash: "0", finished: false };

/**
 * Copies the rows of a table that are not there yet.
 *
 * Each page is there with its mark, or not at all.
 *
 * @param mark - How far an earlier copy came; absent when there was none.
 * @returns What the table's rows add up to where they come from.
 */
export async function copyTable(
  shape: TableShape,
  { source, target, report }: Copying,
  mark: CopyMark = NOT_BEGUN,
): Promise<Summed> {
  const sum = new RowSum(shape, mark);
  if (mark.finished) return sum.value;
  let place = mark.place;
  for await (const page of pagesOf(source, shape, place)) {
    place = page.place;
    sum.add(page.rows);
    const next = { ...sum.value, place, finished: false };
    await inTransaction(target, "normal", async (transaction) => {
      await insertRows(transaction, shape, page.rows);
      await saveMark(transaction, shape.name, next);
    });
    report(page.rows.length);
  }
  await inTransaction(target, "full", async (transaction) => {
    await referWithin(source, transaction, shape);
    await saveMark(transaction, shape.name, { ...sum.value, place, finished: true });
  });
  return sum.value;
}

/** Returns what the rows of a table add up to. */
export async function sumTable(shape: TableShape, source: Database): Promise<Summed> {
  const sum = new RowSum(shape);
  await onSnapshot(source, async (snapshot) => {
    for await (const { rows } of pagesOf(snapshot, shape, null)) sum.add(rows);
  });
  return sum.value;
}

/** Returns how many rows a table has. */
export async function countRows(source: Database, { name }: TableShape): Promise<number> {
  const { rows } = await anyRows(source, name)
    .selectFrom(name)
    .select(({ fn }) => fn.countAll<number | string>().as("rows"))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

/** Deletes what preparing a new database wrote into a table. */
export async function emptyPrepared(target: Database, { name }: TableShape): Promise<void> {
  await anyRows(target, name).deleteFrom(name).execute();
}

/** Returns whether a table has a row. */
export async function hasRows(source: Database, { name, columns }: TableShape): Promise<boolean> {
  const [column = ""] = Object.keys(columns);
  return (await anyRows(source, name).selectFrom(name).select(column).limit(1).execute()).length > 0;
}

async function* pagesOf(source: Database, shape: TableShape, after: string | null) {
  for await (const page of engineOf(source).pagesOf(source, shape, { after, rows: ROWS_A_PAGE })) {
    const columns = Object.keys(shape.columns);
    yield { place: page.place, rows: page.rows.map((row) => storable(row, columns)) };
  }
}

/** PostgreSQL keeps no text with a NUL in it, of which nobody can read anything. */
function storable(row: StoredRow, columns: readonly string[]): StoredRow {
  const values = columns.map((column) => {
    const value = row[column];
    return [column, typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value] as const;
  });
  return Object.fromEntries(values);
}

async function insertRows(target: Database, shape: TableShape, rows: readonly StoredRow[]): Promise<void> {
  const within = columnsWithin(shape);
  const complete = rows.map((row) => ({ ...row, ...Object.fromEntries(within.map((name) => [name, null])) }));
  const most = Math.floor(PARAMETERS_PER_STATEMENT / Object.keys(shape.columns).length);
  for (const chunk of chunksOf(complete, most))
    await anyRows(target, shape.name).insertInto(shape.name).values(chunk).execute();
}

/** Adds the references to rows of the same table, which are all there now. */
async function referWithin(source: Database, target: Database, shape: TableShape): Promise<void> {
  for (const column of columnsWithin(shape)) {
    const rows = await anyRows(source, shape.name)
      .selectFrom(shape.name)
      .select([...shape.key, column])
      .where(column, "is not", null)
      .execute();
    for (const row of rows) {
      let change = anyRows(target, shape.name)
        .updateTable(shape.name)
        .set({ [column]: row[column] });
      for (const key of shape.key) change = change.where(key, "=", row[key]);
      await change.execute();
    }
  }
}

type AnyColumns = TableShape["columns"];

/** Any table, whose columns are known only at run time. */
function anyRows(database: Database, name: string) {
  return tables(database, declareTable<string, AnyColumns>(name, {}));
}
