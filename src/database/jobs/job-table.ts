/** Jobs: somebody asks for one, the program does it in the background, and its row says how far it has come. */
import { sql } from "kysely";
import { type Column, type Columns, count, orNull, type TableShape, text } from "../columns.ts";
import type { Database } from "../engine.ts";
import { declareTable, type RowOf, tables } from "../table-shape.ts";
import { takeNumber } from "./counters-table.ts";
import { heldHere } from "../leases/held-table.ts";

/** What every job's row has. */
const COMMON = {
  id: text(),
  /** The order in which jobs were asked for. */
  number: count(),
  /** Why it failed. */
  reason: orNull(text()),
};

const ANY_JOB = { ...COMMON, status: text() };

/** The table of a kind of job. */
export interface JobShape<Name extends string = string, Has extends Columns = Columns> extends TableShape<
  Name,
  Has
> {
  /** The states that it still leaves. A job that is found in one after a start goes on. */
  open: readonly string[];
}

interface DeclaredJob extends Partial<Pick<TableShape, "owner" | "indexes">> {
  open: readonly string[];
}

/**
 * Declares the table of a kind of job.
 *
 * @param own - The columns that only this kind has, its states among them.
 */
export function declareJob<const Name extends string, Own extends Columns & { status: Column<string> }>(
  name: Name,
  own: Own,
  { open, ...declared }: DeclaredJob,
): JobShape<Name, typeof COMMON & Own> {
  const table = declareTable(name, { ...COMMON, ...own });
  return { ...table, ...declared, key: ["id"], unique: [["number"]], open };
}

/** A job as it is asked for. */
export type NewJob<Shape extends JobShape> = Omit<RowOf<Shape>, "number" | "reason">;

/**
 * Notes a job as the last that was asked for.
 *
 * @param transaction - A transaction.
 */
export async function addJob<Shape extends JobShape>(
  transaction: Database,
  job: Shape,
  asked: NewJob<Shape>,
): Promise<RowOf<Shape>> {
  const number = await takeNumber(transaction, job.name);
  const row = { ...asked, number, reason: null } as unknown as RowOf<typeof job>;
  await view(transaction, job)
    .insertInto(job.name)
    .values(row as unknown as AnyRow)
    .execute();
  return row;
}

/** Returns null when it is gone. */
export async function readJob<Shape extends JobShape>(
  database: Database,
  job: Shape,
  id: string,
): Promise<RowOf<Shape> | null> {
  const row = await view(database, job)
    .selectFrom(job.name)
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return (row ?? null) as RowOf<Shape> | null;
}

/** Returns the jobs of this engine that are not over, in the order in which they were asked for. */
export async function readOpenJobs<Shape extends JobShape>(
  database: Database,
  job: Shape,
): Promise<RowOf<Shape>[]> {
  return (await openJobs(database, job).execute()) as unknown as RowOf<Shape>[];
}

/**
 * Returns the earliest job of this engine that is not over; null when all are.
 *
 * @param except - A job that waits for something, so that the next one has its turn.
 */
export async function nextJob<Shape extends JobShape>(
  database: Database,
  job: Shape,
  except: { id: string } | null = null,
): Promise<RowOf<Shape> | null> {
  const row = await openJobs(database, job)
    .where("id", "!=", except?.id ?? "")
    .limit(1)
    .executeTakeFirst();
  return (row ?? null) as RowOf<Shape> | null;
}

function openJobs(database: Database, job: JobShape) {
  const open = view(database, job).selectFrom(job.name).selectAll().where("status", "in", job.open);
  return ("organization" in job.columns ? open.$call(heldHere(database, "organization")) : open).orderBy(
    "number",
  );
}

/** A change of one job: its id, and what else its row has to say before; and what it says then. */
export interface JobChange<Shape extends JobShape> {
  where: Partial<RowOf<Shape>> & { id: string };
  set: Partial<RowOf<Shape>>;
}

/**
 * Notes how far a job has come, or how it ended, in the transaction that holds the work.
 *
 * @returns False, and nothing changed, for a job that is over, gone, or says something else.
 */
export async function changeJob<Shape extends JobShape>(
  transaction: Database,
  job: Shape,
  { where, set }: JobChange<Shape>,
): Promise<boolean> {
  let update = view(transaction, job)
    .updateTable(job.name)
    .set(set as Partial<AnyRow>)
    .where("status", "in", job.open);
  for (const [column, value] of Object.entries(where)) update = update.where(sql.ref(column), "=", value);
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

type AnyRow = RowOf<TableShape<string, typeof ANY_JOB>>;

function view(database: Database, { name }: TableShape) {
  return tables(database, declareTable<string, typeof ANY_JOB>(name, ANY_JOB));
}
