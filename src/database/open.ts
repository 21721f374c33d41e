/** The database: Kysely over better-sqlite3, one writing connection and as many reading ones as wanted. */
import SqliteDriver from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { beginImmediately } from "./immediate.ts";
import { keepStatements } from "./statements.ts";

/** A connection whose tables are not known here; `tables` gives a step the view of its own. */
export type Database = Kysely<never>;

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the database file.
 *
 * Takes: `write` makes the file when it is missing; `read` opens an existing one read-only.
 * Fails: an exception when the file cannot be opened or is no database.
 */
export function openDatabase(path: string, mode: "write" | "read"): Database {
  const connection = new SqliteDriver(path, { readonly: mode === "read", timeout: BUSY_TIMEOUT_MS });
  if (mode === "write") {
    connection.pragma("journal_mode = WAL");
    connection.pragma("synchronous = NORMAL");
    // deleted rows are overwritten where it costs nothing, so that a purge finds little left of them
    connection.pragma("secure_delete = FAST");
  }
  connection.pragma("foreign_keys = ON");
  return new Kysely<never>({
    dialect: beginImmediately(new SqliteDialect({ database: keepStatements(connection) })),
  });
}

/** A step's own view of the database, typed by the rows it declares. Only for `table.ts` files. */
export function tables<Tables>(database: Database): Kysely<Tables> {
  return database as unknown as Kysely<Tables>;
}
