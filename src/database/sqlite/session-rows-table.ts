/**
 * Rows that are computed for whole sessions, again and again while these go on.
 *
 * Most of a session's rows are each time what they were, and reading a row costs a tenth of writing it with the
 * entries of its indexes: so only those that changed are written, and only sessions that are not known are read.
 */
import { CompiledQuery } from "kysely";
import type { ChangedRows, Database, NextRows, SessionOf, StoredRow } from "../engine.ts";
import type { TableShape } from "../columns.ts";
import { addPlace, hashOfColumns, type KnownRows, NOTED, type Places } from "./known-rows.ts";
import { LISTED, listText } from "./ids/packed-ids.ts";
import { FOR_EACH_ROW, statementOf } from "./statements.ts";

/** A table by its name, and those of its columns that the new rows have. */
interface Target {
  database: Database;
  table: TableShape;
  columns: readonly string[];
  /** The names of the columns in one text, the same for all sessions. */
  compared: string;
  known: KnownRows;
}

/** A row that is to be stored. */
interface NextRow {
  row: StoredRow;
  hash: bigint;
}

/** One session's rows: those that stay, that go and that come. */
interface Difference {
  session: SessionOf;
  places: Places;
  removed: number[];
  added: NextRow[];
}

/** Takes, gives: as the engine says. */
export async function replaceSessionRows(
  database: Database,
  table: TableShape,
  { sessions: asked, rows, known }: NextRows & { known: KnownRows },
): Promise<ChangedRows> {
  const sessions = [...new Map(asked.map((session) => [nameOf(session), session])).values()];
  const columns = Object.keys(rows[0] ?? table.columns);
  const target = { database, table, columns, compared: columns.join(), known };
  await readUnknown(target, sessions);
  const bySession = Map.groupBy(rows, (row) => `${String(row["organization"])} ${String(row["session"])}`);
  const differences = sessions.map((session) => {
    const its = bySession.get(nameOf(session)) ?? [];
    return differenceOf(target, session, its);
  });
  const stored = await readStored(
    target,
    differences.flatMap(({ removed }) => removed),
  );
  await write(
    target,
    differences.map((difference) => planOf(target, difference, stored)),
  );
  for (const { session, places } of differences)
    known.set(table.name, session, { columns: target.compared, places });
  return {
    removed: [...stored.values()],
    added: differences.flatMap(({ added }) => added.map(({ row }) => row)),
  };
}

function nameOf({ organization, session }: SessionOf): string {
  return `${organization} ${session}`;
}

async function readUnknown(target: Target, sessions: readonly SessionOf[]): Promise<void> {
  const { known, table, columns, compared } = target;
  const unknown = sessions.filter((session) => known.get(table.name, session)?.columns !== compared);
  for (const [organization, its] of Map.groupBy(unknown, (session) => session.organization)) {
    const found = new Map(its.map(({ session }) => [String(session), new Map() as Places]));
    const text = `${selectText(target)} where organization = ? and session in ${LISTED}`;
    for (const row of await readRows(target, text, [organization, listText([...found.keys()])])) {
      const places = found.get(String(row["of_session"]));
      if (places !== undefined) addPlace(places, hashOf(row, columns), Number(row["place"]));
    }
    for (const session of its)
      known.set(table.name, session, { columns: compared, places: found.get(session.session) ?? new Map() });
  }
}

function differenceOf(
  { known, table, columns }: Target,
  session: SessionOf,
  rows: readonly StoredRow[],
): Difference {
  const before = known.get(table.name, session)?.places ?? new Map();
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

function selectText({ table, columns }: Target): string {
  return `select rowid as place, session as of_session${columns.map((column) => `, "${column}"`).join("")} from "${table.name}"`;
}

async function readRows({ database }: Target, text: string, parameters: unknown[]): Promise<StoredRow[]> {
  const { rows } = await database.executeQuery<StoredRow>(CompiledQuery.raw(text, parameters));
  return rows;
}

/** Parameters as one JSON list, so that their number does not change the statement's text. */
const PLACES = "(select value from json_each(?))";

/** A row that did not change is often the same object, with the columns of its table. */
const hashes = new WeakMap<StoredRow, bigint>();

function hashOf(row: StoredRow, columns: readonly string[]): bigint {
  const known = hashes.get(row);
  if (known !== undefined) return known;
  const hash = hashOfColumns(row, columns);
  hashes.set(row, hash);
  return hash;
}

/** @returns The rows as they are, by their places. */
async function readStored(target: Target, places: readonly number[]): Promise<Map<number, StoredRow>> {
  if (places.length === 0) return new Map();
  const text = `${selectText(target)} where rowid in ${PLACES}`;
  const rows = await readRows(target, text, [JSON.stringify(places.toSorted((left, right) => left - right))]);
  return new Map(
    rows.map((row) => [
      Number(row["place"]),
      Object.fromEntries(target.columns.map((column) => [column, row[column]])),
    ]),
  );
}

/** How one session's rows become the next ones. */
interface Plan {
  places: Places;
  deleted: number[];
  /** Rows that take the place of others: of indexes then only what differs is written. */
  changed: ChangedRow[];
  inserted: NextRow[];
}

interface ChangedRow extends NextRow {
  place: number;
  before: StoredRow;
}

/** Rows with the same key take each other's place; in a table without one any other row's, in their order. */
function planOf(
  { table }: Target,
  { places, removed, added }: Difference,
  stored: ReadonlyMap<number, StoredRow>,
): Plan {
  const plan: Plan = { places, deleted: [], changed: [], inserted: [] };
  const keyOf = (row: StoredRow): string => JSON.stringify(table.key.map((column) => row[column]));
  const free = Map.groupBy(
    removed.toSorted((left, right) => right - left),
    (place) => keyOf(stored.get(place) ?? {}),
  );
  for (const next of added) {
    const place = free.get(keyOf(next.row))?.pop();
    if (place === undefined) plan.inserted.push(next);
    else plan.changed.push({ ...next, place, before: stored.get(place) ?? {} });
  }
  plan.deleted.push(...[...free.values()].flat());
  return plan;
}

async function write(target: Target, plans: readonly Plan[]): Promise<void> {
  await deleteRows(
    target,
    plans.flatMap(({ deleted }) => deleted),
  );
  await changeRows(
    target,
    plans.flatMap(({ changed }) => changed),
  );
  const inserted = plans.flatMap((plan) => plan.inserted);
  let next = await insertRows(target, inserted);
  for (const { places, changed, inserted: its } of plans) {
    for (const { hash, place } of changed) addPlace(places, hash, place);
    for (const { hash } of its) addPlace(places, hash, next++);
  }
}

async function deleteRows({ database, table }: Target, places: readonly number[]): Promise<void> {
  if (places.length === 0) return;
  const text = `${NOTED}delete from "${table.name}" where rowid in ${PLACES}`;
  await database.executeQuery(CompiledQuery.raw(text, [JSON.stringify(places)]));
}

/** Sets only what differs: setting a column writes its entries in indexes, even where the value stays the same. */
async function changeRows(target: Target, rows: readonly ChangedRow[]): Promise<void> {
  const { database, table, columns } = target;
  const byDifference = Map.groupBy(rows, (row) => setOf(target, row));
  for (const [set, alike] of byDifference) {
    const text = `${NOTED}${FOR_EACH_ROW}update "${table.name}" set ${set} where rowid = ?`;
    const values = alike.map((change) => [
      ...differing(columns, change).map((column) => change.row[column]),
      change.place,
    ]);
    await database.executeQuery(statementOf(text, values));
  }
}

/** Columns that the new rows do not have are emptied, as if these had been inserted. */
function setOf({ table, columns }: Target, change: ChangedRow): string {
  const emptied = Object.keys(table.columns).filter((column) => !columns.includes(column));
  return [
    ...differing(columns, change).map((column) => `"${column}" = ?`),
    ...emptied.map((column) => `"${column}" = null`),
  ].join(", ");
}

function differing(columns: readonly string[], { row, before }: ChangedRow): string[] {
  return columns.filter((column) => row[column] !== before[column]);
}

/** @returns The place of the first; each of the others is at the next. */
async function insertRows({ database, table, columns }: Target, rows: readonly NextRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const names = columns.map((column) => `"${column}"`).join(", ");
  const places = columns.map(() => "?").join(", ");
  const text = `${NOTED}${FOR_EACH_ROW}insert into "${table.name}" (${names}) values (${places})`;
  const values = rows.map(({ row }) => columns.map((column) => row[column]));
  const { insertId } = await database.executeQuery(statementOf(text, values));
  return Number(insertId) - rows.length + 1;
}
