/** Reads a whole table of PostgreSQL's page by page, with a cursor. */
import { sql } from "kysely";
import type { TableShape } from "../columns.ts";
import type { Database, PagesAsked, RowPage, StoredRow } from "../engine.ts";

/** See `Engine.pagesOf`. */
export async function* pagesOf(
  snapshot: Database,
  { name }: TableShape,
  { after, rows: limit }: PagesAsked,
): AsyncGenerator<RowPage> {
  if (after !== null) throw new Error("BUG: a cursor goes on nowhere");
  await sql`declare pages no scroll cursor for select * from ${sql.table(name)}`.execute(snapshot);
  for (;;) {
    const { rows } = await sql<StoredRow>`fetch ${sql.lit(limit)} from pages`.execute(snapshot);
    if (rows.length > 0) yield { rows, place: "" };
    if (rows.length < limit) break;
  }
  // whoever does not read to the end gives the snapshot up, which closes it
  await sql`close pages`.execute(snapshot);
}
