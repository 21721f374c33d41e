/** Changes single rows of sessions, so that what is known of the others stays known. */
import { CompiledQuery } from "kysely";
import type { TableShape } from "../columns.ts";
import type { Database, RowChange, StoredRow } from "../engine.ts";
import { type KnownRows, NOTED } from "./known-rows.ts";

/** Takes, gives: as the engine says. */
export async function changeSessionRows(
  database: Database,
  table: TableShape,
  { changes, known }: { changes: readonly RowChange[]; known: KnownRows },
): Promise<StoredRow[]> {
  const changed: StoredRow[] = [];
  for (const { where, set } of changes) {
    for (const { place, ...before } of await readRows(database, table, where)) {
      if (Object.keys(set).every((column) => set[column] === before[column])) continue;
      const after = { ...before, ...set };
      await setColumns(database, table, { place, set });
      known.change(table.name, { place: Number(place), before, after });
      changed.push(after);
    }
  }
  return changed;
}

async function readRows(database: Database, table: TableShape, where: StoredRow): Promise<StoredRow[]> {
  const columns = Object.keys(table.columns).map((column) => `"${column}"`);
  const text = `select rowid as place, ${columns.join(", ")} from "${table.name}" where ${each(where, " and ")}`;
  const { rows } = await database.executeQuery<StoredRow>(CompiledQuery.raw(text, Object.values(where)));
  return rows;
}

async function setColumns(
  database: Database,
  table: TableShape,
  { place, set }: { place: unknown; set: StoredRow },
): Promise<void> {
  const text = `${NOTED}update "${table.name}" set ${each(set, ", ")} where rowid = ?`;
  await database.executeQuery(CompiledQuery.raw(text, [...Object.values(set), place]));
}

function each(columns: StoredRow, between: string): string {
  return Object.keys(columns)
    .map((column) => `"${column}" = ?`)
    .join(between);
}
