/** Rows that are computed for whole sessions, again and again while these go on. */
import type { TableShape } from "./columns.ts";
import {
  type ChangedRows,
  type Database,
  engineOf,
  type NextRows,
  type RowChange,
  type StoredRow,
} from "./engine.ts";
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

/**
 * Changes columns of rows where they differ. What is known of the rows of these sessions stays known.
 *
 * @param changes - Each of other rows; the same columns say which in all of them.
 * @returns The rows that are different now, as they are.
 */
export async function changeSessionRows<Shape extends TableShape>(
  database: Database,
  table: Shape,
  changes: readonly RowChange<Partial<RowOf<Shape>>>[],
): Promise<RowOf<Shape>[]> {
  const all = changes as unknown as readonly RowChange[];
  const changed = await engineOf(database).changeSessionRows(database, table, all);
  return changed as unknown as RowOf<Shape>[];
}
