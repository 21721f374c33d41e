/** Rows that are computed for whole sessions, again and again while these go on. */
import type { TableShape } from "./columns.ts";
import { type ChangedRows, type Database, engineOf, type NextRows, type StoredRow } from "./engine.ts";
import type { RowOf } from "./table-shape.ts";

/**
 * Replaces the rows of sessions; only rows that changed are written.
 *
 * @param next - All rows of these sessions, each with the same columns. A column that they do not have keeps its value
 *   in rows that stay, and is null in new ones.
 */
export async function replaceSessionRows<Shape extends TableShape>(
  database: Database,
  table: Shape,
  next: NextRows<Partial<RowOf<Shape>>>,
): Promise<ChangedRows<RowOf<Shape>>> {
  const rows = next.rows as readonly StoredRow[];
  const changed = await engineOf(database).replaceSessionRows(database, table, { ...next, rows });
  return changed as unknown as ChangedRows<RowOf<Shape>>;
}
