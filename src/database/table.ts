/** The ledger of migrations: how far each table set has come. */
import { idOfName } from "./held-id.ts";
import { type Database, tables } from "./open.ts";

interface LedgerTables {
  table_sets: { name: string; migrations: number };
}

/** Makes the ledger when there is none. */
export async function createLedger(database: Database): Promise<void> {
  await tables<LedgerTables>(database)
    .schema.createTable("table_sets")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("migrations", "integer", (column) => column.notNull())
    .execute();
}

/** Gives: by set's name, how many of its migrations were made. */
export async function readLedger(database: Database): Promise<Map<string, number>> {
  const rows = await tables<LedgerTables>(database).selectFrom("table_sets").selectAll().execute();
  return new Map(rows.map((row) => [row.name, row.migrations]));
}

/** Notes how many migrations a set has now. */
export async function recordMigrations(database: Database, name: string, migrations: number): Promise<void> {
  await tables<LedgerTables>(database)
    .insertInto("table_sets")
    .values({ name, migrations })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ migrations }))
    .execute();
}

/** Throws the given tables away. */
export async function dropTables(database: Database, names: readonly string[]): Promise<void> {
  for (const name of names) await tables(database).schema.dropTable(name).ifExists().execute();
}

/** Throws a table's rows away, but those of sessions whose ids the other table lists. */
export async function emptyTable(database: Database, name: string, keepListedIn: string): Promise<void> {
  type Owned = Record<string, { organization: string; session: string }>;
  await tables<Owned>(database)
    .deleteFrom(name)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(keepListedIn)
            .select(`${keepListedIn}.session`)
            .whereRef(`${keepListedIn}.organization`, "=", `${name}.organization`)
            .where(`${keepListedIn}.session`, "=", idOfName(`${name}.session`)),
        ),
      ),
    )
    .execute();
}

/** Gives: all rows of a table as JSON, in an order that depends on what they hold alone. */
export async function readAllRows(database: Database, name: string): Promise<string[]> {
  const rows = await tables<Record<string, Record<string, unknown>>>(database)
    .selectFrom(name)
    .selectAll()
    .execute();
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
