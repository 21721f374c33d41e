/** The ledger of table sets: which shape each has. */
import { idOfName } from "./held-id.ts";
import { count, type TableShape, text } from "./columns.ts";
import { type Database, engineOf } from "./engine.ts";
import { createTable, declareTable, tables } from "./table-shape.ts";

export const TABLE_SETS = declareTable("table_sets", { name: text(), shape: count() }, { key: ["name"] });

/** Makes the ledger when there is none. */
export async function createLedger(database: Database): Promise<void> {
  const found = await database.introspection.getTables();
  if (!found.some(({ name }) => name === TABLE_SETS.name)) await createTable(database, TABLE_SETS);
}

/** Returns the shape of each set, by its name. */
export async function readLedger(database: Database): Promise<Map<string, number>> {
  const rows = await tables(database, TABLE_SETS).selectFrom("table_sets").selectAll().execute();
  return new Map(rows.map((row) => [row.name, row.shape]));
}

/** Notes which shape a set has now. */
export async function recordShape(database: Database, name: string, shape: number): Promise<void> {
  await tables(database, TABLE_SETS)
    .insertInto("table_sets")
    .values({ name, shape })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ shape }))
    .execute();
}

/** Takes a set out of the ledger. */
export async function forgetShape(database: Database, name: string): Promise<void> {
  await tables(database, TABLE_SETS).deleteFrom("table_sets").where("name", "=", name).execute();
}

/** Throws the given tables away. */
export async function dropTables(database: Database, shapes: readonly TableShape[]): Promise<void> {
  for (const shape of shapes) {
    if (shape.searched !== null) await engineOf(database).dropWordIndex(database, shape);
    await database.schema.dropTable(shape.name).ifExists().execute();
  }
}

const OWNED = { organization: text(), session: text() };

/**
 * Deletes a table's rows, except those of sessions whose ids the other table lists.
 *
 * @param keepListedIn - A table with ids of sessions.
 */
export async function emptyTable(
  database: Database,
  table: TableShape,
  keepListedIn: TableShape,
): Promise<void> {
  // to make an index of words anew is faster than to take most rows out of it
  if (table.searched !== null) await engineOf(database).dropWordIndex(database, table);
  await deletionOf(database, table, keepListedIn).execute();
  if (table.searched !== null) await engineOf(database).createWordIndex(database, table);
}

/** Returns the query of `emptyTable`, for a table of which more rows stay. */
export function deletionOf(database: Database, { name }: TableShape, keepListedIn: TableShape) {
  const listed = keepListedIn.name;
  return tables(database, declareTable<string, typeof OWNED>(name, OWNED))
    .deleteFrom(name)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(listed)
            .select(`${listed}.session`)
            .whereRef(`${listed}.organization`, "=", `${name}.organization`)
            .where(`${listed}.session`, "=", idOfName(database, `${name}.session`)),
        ),
      ),
    );
}
