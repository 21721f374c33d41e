/**
 * Rows that are computed for whole sessions, again and again while these go on.
 *
 * Most of a session's rows are each time what they were, and reading a row costs a tenth of writing it with the
 * entries of its indexes: so only those that changed are written.
 */
import { CompiledQuery, createQueryId, RawNode } from "kysely";
import type { ChangedRows, Database, NextRows, StoredRow } from "../engine.ts";
import type { TableShape } from "../columns.ts";
import { FOR_EACH_ROW } from "./statements.ts";

/** A table by its name, and those of its columns that the new rows have. */
interface Target {
  database: Database;
  table: string;
  columns: readonly string[];
}

/** Takes, gives: as the engine says. */
export async function replaceSessionRows(
  database: Database,
  { name, columns: all }: TableShape,
  { sessions, rows }: NextRows,
): Promise<ChangedRows> {
  const columns = Object.keys(rows[0] ?? all);
  const target = { database, table: name, columns };
  const stored = new Map<string, number[]>();
  for (const [organization, ownSessions] of Map.groupBy(sessions, (session) => session.organization)) {
    const names = ownSessions.map(({ session }) => session);
    noteStored(await readWhole(target, organization, names), columns, stored);
  }
  const added =
    stored.size === 0
      ? [...rows]
      : rows.filter((row) => stored.get(textOf(row, columns))?.pop() === undefined);
  const removed = [...stored].flatMap(([text, places]) => places.map(() => rowOf(text, columns)));
  await deleteRows(target, [...stored.values()].flat());
  await insertRows(target, added);
  return { removed, added };
}

async function readWhole(
  target: Target,
  organization: string,
  names: readonly string[],
): Promise<StoredRow[]> {
  const text = `${selectText(target)} where organization = ? and session in ${LISTED}`;
  return readRows(target, text, [organization, JSON.stringify(names)]);
}

function selectText({ table, columns }: Target): string {
  return `select rowid as place${columns.map((column) => `, "${column}"`).join("")} from "${table}"`;
}

async function readRows({ database }: Target, text: string, parameters: unknown[]): Promise<StoredRow[]> {
  const { rows } = await database.executeQuery<StoredRow>(CompiledQuery.raw(text, parameters));
  return rows;
}

/** Adds the rows' places by what they say. */
function noteStored(
  rows: readonly StoredRow[],
  columns: readonly string[],
  stored: Map<string, number[]>,
): void {
  for (const row of rows) {
    const said = textOf(row, columns);
    const places = stored.get(said);
    if (places === undefined) stored.set(said, [Number(row["place"])]);
    else places.push(Number(row["place"]));
  }
}

/** Parameters as one JSON list, so that their number does not change the statement's text. */
const LISTED = "(select value from json_each(?))";

function textOf(row: StoredRow, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column]));
}

function rowOf(text: string, columns: readonly string[]): StoredRow {
  const values = JSON.parse(text) as unknown[];
  return Object.fromEntries(columns.map((column, index) => [column, values[index]]));
}

async function deleteRows({ database, table }: Target, places: readonly number[]): Promise<void> {
  if (places.length === 0) return;
  const text = `delete from "${table}" where rowid in ${LISTED}`;
  await database.executeQuery(CompiledQuery.raw(text, [JSON.stringify(places)]));
}

async function insertRows({ database, table, columns }: Target, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => `"${column}"`).join(", ");
  const places = columns.map(() => "?").join(", ");
  const text = `${FOR_EACH_ROW}insert into "${table}" (${names}) values (${places})`;
  await database.executeQuery(
    statementOf(
      text,
      rows.map((row) => columns.map((column) => row[column])),
    ),
  );
}

/** As `CompiledQuery.raw` gives it, without freezing the values: a long list becomes slow by that. */
function statementOf(text: string, values: unknown[]): CompiledQuery {
  return { query: RawNode.createWithSql(text), queryId: createQueryId(), sql: text, parameters: values };
}
