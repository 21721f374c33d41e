/** Changes single rows of sessions, so that what is known of the others stays known. */
import type { TableShape } from "../columns.ts";
import type { Database, RowChange, StoredRow } from "../engine.ts";
import { type KnownRows, NOTED } from "./known-rows.ts";
import { FOR_EACH_ROW, statementOf } from "./statements.ts";

/** Takes, gives: as the engine says. */
export async function changeSessionRows(
  database: Database,
  table: TableShape,
  { changes, known }: { changes: readonly RowChange[]; known: KnownRows },
): Promise<StoredRow[]> {
  const changed: StoredRow[] = [];
  const updates = new Map<string, unknown[][]>();
  const sets = new Map(changes.map(({ where, set }) => [keyOf(where, Object.keys(where)), set]));
  const by = Object.keys(changes[0]?.where ?? {});
  for (const { place, ...before } of await readRows(database, table, changes)) {
    const set = sets.get(keyOf(before, by)) ?? {};
    if (Object.keys(set).every((column) => set[column] === before[column])) continue;
    const after = { ...before, ...set };
    const text = `${NOTED}${FOR_EACH_ROW}update "${table.name}" set ${each(set, ", ")} where rowid = ?`;
    const rows = updates.get(text) ?? [];
    updates.set(text, rows);
    rows.push([...Object.values(set), place]);
    known.change(table.name, { place: Number(place), before, after });
    changed.push(after);
  }
  for (const [text, rows] of updates) await database.executeQuery(statementOf(text, rows));
  return changed;
}

function keyOf(row: StoredRow, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column]));
}

async function readRows(
  database: Database,
  table: TableShape,
  changes: readonly RowChange[],
): Promise<StoredRow[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const columns = Object.keys(table.columns).map((column) => `"${column}"`);
  const text = `${FOR_EACH_ROW}select rowid as place, ${columns.join(", ")} from "${table.name}" where ${each(first.where, " and ")}`;
  const values = changes.map(({ where }) => Object.values(where));
  const { rows } = await database.executeQuery<StoredRow>(statementOf(text, values));
  return rows;
}

function each(columns: StoredRow, between: string): string {
  return Object.keys(columns)
    .map((column) => `"${column}" = ?`)
    .join(between);
}
