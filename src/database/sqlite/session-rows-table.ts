/**
 * Rows that are computed for whole sessions, again and again while these go on.
 *
 * Most of a session's rows are each time what they were, and reading a row costs a tenth of writing it with the
 * entries of its indexes: so only those that changed are written, and only sessions that are not known are read.
 */
import { CompiledQuery, createQueryId, RawNode } from "kysely";
import type { ChangedRows, Database, NextRows, SessionOf, StoredRow } from "../engine.ts";
import type { TableShape } from "../columns.ts";
import { type KnownRows, NOTED, type Places } from "./known-rows.ts";
import { FOR_EACH_ROW } from "./statements.ts";

/** A table by its name, and those of its columns that the new rows have. */
interface Target {
  database: Database;
  table: string;
  columns: readonly string[];
  known: KnownRows;
}

/** One session's rows: those that stay, that go and that come. */
interface Difference {
  session: SessionOf;
  places: Places;
  removed: number[];
  added: { row: StoredRow; hash: bigint }[];
}

/** Takes, gives: as the engine says. */
export async function replaceSessionRows(
  database: Database,
  { name, columns: all }: TableShape,
  { sessions, rows, known }: NextRows & { known: KnownRows },
): Promise<ChangedRows> {
  const target = { database, table: name, columns: Object.keys(rows[0] ?? all), known };
  await readUnknown(target, sessions);
  const bySession = Map.groupBy(rows, (row) => `${String(row["organization"])} ${String(row["session"])}`);
  const differences = sessions.map((session) => {
    const its = bySession.get(`${session.organization} ${session.session}`) ?? [];
    return differenceOf(target, session, its);
  });
  const removed = await deleteRows(
    target,
    differences.flatMap((difference) => difference.removed),
  );
  const added = differences.flatMap((difference) => difference.added);
  let place = await insertRows(
    target,
    added.map(({ row }) => row),
  );
  for (const { session, places, added: its } of differences) {
    for (const { hash } of its) addPlace(places, hash, place++);
    known.set(name, session, { columns: target.columns.join(), places });
  }
  return { removed, added: added.map(({ row }) => row) };
}

async function readUnknown(target: Target, sessions: readonly SessionOf[]): Promise<void> {
  const { known, table, columns } = target;
  const compared = columns.join();
  const unknown = sessions.filter((session) => known.get(table, session)?.columns !== compared);
  for (const [organization, its] of Map.groupBy(unknown, (session) => session.organization)) {
    const found = new Map(its.map(({ session }) => [String(session), new Map() as Places]));
    const text = `${selectText(target)} where organization = ? and session in ${LISTED}`;
    for (const row of await readRows(target, text, [organization, JSON.stringify([...found.keys()])])) {
      const places = found.get(String(row["of_session"]));
      if (places !== undefined) addPlace(places, hashOf(row, columns), Number(row["place"]));
    }
    for (const session of its)
      known.set(table, session, { columns: compared, places: found.get(session.session) ?? new Map() });
  }
}

function differenceOf(
  { known, table, columns }: Target,
  session: SessionOf,
  rows: readonly StoredRow[],
): Difference {
  const before = known.get(table, session)?.places ?? new Map();
  const left = new Map<bigint, number[]>();
  const difference: Difference = { session, places: new Map(), removed: [], added: [] };
  for (const row of rows) {
    const hash = hashOf(row, columns);
    const places = left.get(hash) ?? [...(before.get(hash) ?? [])];
    left.set(hash, places);
    const place = places.pop();
    if (place === undefined) difference.added.push({ row, hash });
    else addPlace(difference.places, hash, place);
  }
  for (const [hash, places] of before) difference.removed.push(...(left.get(hash) ?? places));
  return difference;
}

function addPlace(places: Places, hash: bigint, place: number): void {
  const same = places.get(hash);
  if (same === undefined) places.set(hash, [place]);
  else same.push(place);
}

function selectText({ table, columns }: Target): string {
  return `select rowid as place, session as of_session${columns.map((column) => `, "${column}"`).join("")} from "${table}"`;
}

async function readRows({ database }: Target, text: string, parameters: unknown[]): Promise<StoredRow[]> {
  const { rows } = await database.executeQuery<StoredRow>(CompiledQuery.raw(text, parameters));
  return rows;
}

/** Parameters as one JSON list, so that their number does not change the statement's text. */
const LISTED = "(select value from json_each(?))";

function hashOf(row: StoredRow, columns: readonly string[]): bigint {
  return BigInt(Bun.hash(JSON.stringify(columns.map((column) => row[column]))));
}

/** @returns The rows as they were. */
async function deleteRows(target: Target, places: readonly number[]): Promise<StoredRow[]> {
  if (places.length === 0) return [];
  const { database, table, columns } = target;
  const listed = [JSON.stringify(places)];
  const rows = await readRows(target, `${selectText(target)} where rowid in ${LISTED}`, listed);
  const text = `${NOTED}delete from "${table}" where rowid in ${LISTED}`;
  await database.executeQuery(CompiledQuery.raw(text, listed));
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
}

/** @returns The place of the first; each of the others is at the next. */
async function insertRows({ database, table, columns }: Target, rows: readonly StoredRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const names = columns.map((column) => `"${column}"`).join(", ");
  const places = columns.map(() => "?").join(", ");
  const text = `${NOTED}${FOR_EACH_ROW}insert into "${table}" (${names}) values (${places})`;
  const values = rows.map((row) => columns.map((column) => row[column]));
  const { insertId } = await database.executeQuery(statementOf(text, values));
  return Number(insertId) - rows.length + 1;
}

/** As `CompiledQuery.raw` gives it, without freezing the values: a long list becomes slow by that. */
function statementOf(text: string, values: unknown[]): CompiledQuery {
  return { query: RawNode.createWithSql(text), queryId: createQueryId(), sql: text, parameters: values };
}
