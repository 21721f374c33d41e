/** Reads a whole table of a SQLite database page by page, in an order in which another reading can go on. */
import { type RawBuilder, sql } from "kysely";
import type { TableShape } from "../../columns.ts";
import type { Database, PagesAsked, RowPage, StoredRow } from "../../engine.ts";

/** The name under which a row's place comes, which no column has. */
const PLACE = "place of the row";

/** See `Engine.pagesOf`. */
export async function* pagesOf(
  database: Database,
  table: TableShape,
  { after, rows: limit }: PagesAsked,
): AsyncGenerator<RowPage> {
  for (let place = after; ;) {
    const rows = await readPage(database, table, { place, limit });
    const last = rows.at(-1);
    if (last === undefined) return;
    place = JSON.stringify(placeOf(table, last));
    yield { rows, place };
    if (rows.length < limit) return;
  }
}

async function readPage(
  database: Database,
  table: TableShape,
  { place, limit }: { place: string | null; limit: number },
): Promise<StoredRow[]> {
  const order = orderOf(table);
  const values = place === null ? [] : (JSON.parse(place) as unknown[]);
  const beyond = place === null ? sql`true` : sql`(${sql.join(order)}) > (${sql.join(values)})`;
  const { rows } = await sql<StoredRow>`select *, ${sql.join(order)} ${asPlace(table)}
    from ${sql.table(table.name)} where ${beyond} order by ${sql.join(order)} limit ${limit}`.execute(
    database,
  );
  return rows;
}

/** A table that is kept in the order of its key has no other. */
function orderOf({ clustered, key }: TableShape): RawBuilder<unknown>[] {
  return clustered ? key.map((column) => sql.ref(column)) : [sql.ref("rowid")];
}

function asPlace({ clustered }: TableShape): RawBuilder<unknown> {
  return clustered ? sql`` : sql`as ${sql.ref(PLACE)}`;
}

function placeOf({ clustered, key }: TableShape, row: StoredRow): unknown[] {
  return clustered ? key.map((column) => row[column]) : [row[PLACE]];
}
