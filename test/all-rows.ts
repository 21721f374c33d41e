/** Reads whole tables, so that two databases can be compared. */
import type { Columns } from "../src/database/columns.ts";
import type { Database } from "../src/database/open.ts";
import { declareTable, tables } from "../src/database/table-shape.ts";

/** Returns all rows of a table as JSON, in an order that depends only on what they hold. */
export async function readAllRows(database: Database, name: string): Promise<string[]> {
  const rows = await tables(database, declareTable<string, Columns>(name, {}))
    .selectFrom(name)
    .selectAll()
    .execute();
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/** Returns a row of accounts without what kinds were decided by, which is forgotten some day, and its hash. */
export function withoutKnown(row: string): string {
  const {
    known: _known,
    known_until: _until,
    stamp: _stamp,
    ...rest
  } = JSON.parse(row) as Record<string, unknown>;
  return JSON.stringify(rest);
}
