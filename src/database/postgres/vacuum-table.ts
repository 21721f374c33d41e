/** Has PostgreSQL remove deleted rows from its tables: it does so by itself only where many rows of a table were deleted. */
import { sql } from "kysely";
import type { Database, Scrubbed } from "../engine.ts";

/**
 * Vacuums the next of this user's tables, which takes no time where no row was deleted; others read and write meanwhile.
 *
 * @param from - The number of the table to go on behind, 0 to begin.
 */
export async function vacuumNext(database: Database, from: number): Promise<Scrubbed> {
  const { rows } = await sql<{ id: number; name: string }>`
    select oid::bigint as id, oid::regclass::text as name from pg_class
    where oid::bigint > ${from} and relkind = 'r' and relnamespace = current_schema()::regnamespace
      and relowner = current_user::regrole
    order by oid limit 1`.execute(database);
  const [table] = rows;
  if (table === undefined) return { kind: "done" };
  await sql`vacuum ${sql.raw(table.name)}`.execute(database);
  return { kind: "more", next: table.id };
}

/** Vacuums all of them. */
export async function vacuumAll(database: Database): Promise<void> {
  for (let from = 0; ;) {
    const step = await vacuumNext(database, from);
    if (step.kind !== "more") return;
    from = step.next;
  }
}
