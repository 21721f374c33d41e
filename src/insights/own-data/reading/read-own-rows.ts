/** Answers which rows of a table are a person's, a part at a time. */
import type { TableShape } from "../../../database/columns.ts";
import type { Database } from "../../../database/open.ts";
import { OWNED_TABLES } from "../../governance/owned-tables.ts";
import type { Lines } from "./lines.ts";
import { isEnough } from "./lines.ts";
import { firstPlace, readRowsAt, type RowsPlace } from "./own-rows-table.ts";
import type { WhoseData } from "../whose-data.ts";

/** Which rows are asked for. */
export interface OwnRowsQuery {
  whose: WhoseData;
  table: string;
  /** null for the first part. */
  place: RowsPlace | null;
}

/** Reads some rows, each as a line of JSON. */
export async function readOwnRows(
  database: Database,
  { whose, table: name, place }: OwnRowsQuery,
): Promise<Lines<RowsPlace>> {
  const table = ownedTable(name);
  const lines: string[] = [];
  const startedAt = performance.now();
  for (let next: RowsPlace | null = place ?? firstPlace(table); next !== null;) {
    const part = await readRowsAt(database, table, { whose, place: next });
    for (const row of part.rows) lines.push(JSON.stringify(row));
    next = part.next;
    if (next !== null && isEnough(lines, startedAt)) return { lines, next };
  }
  return { lines, next: null };
}

function ownedTable(name: string): TableShape {
  const table = OWNED_TABLES.find((owned) => owned.name === name);
  if (table === undefined) throw new Error(`BUG: the table ${name} declares no owner`);
  return table;
}
