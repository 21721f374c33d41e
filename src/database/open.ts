/** The database: Kysely over better-sqlite3, one writing connection and as many reading ones as wanted. */
import SqliteDriver from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { beginImmediately } from "./sqlite/immediate.ts";
import { makePrivateFile } from "./sqlite/private-file.ts";
import { keepStatements } from "./sqlite/statements.ts";

/** A connection that names no table; `tables` gives a step the view of those that it works with. */
export type Database = Kysely<never>;

const BUSY_TIMEOUT_MS = 5_000;
/** Of 4 KiB: the log grows to some 16 MiB before it is written back. */
const LOG_PAGES = 4_000;
/** Holds the inner pages of all indexes of a team's year; a thread that reads does with SQLite's own 2 MiB. */
const CACHE_KIB = 32_768;

/**
 * Opens the database file.
 *
 * Takes: `write` makes the file when it is missing; `read` opens an existing one read-only.
 * Fails: an exception when the file cannot be opened or is no database.
 */
export function openDatabase(path: string, mode: "write" | "read"): Database {
  if (mode === "write") makePrivateFile(path);
  const connection = new SqliteDriver(path, { readonly: mode === "read", timeout: BUSY_TIMEOUT_MS });
  if (mode === "write") {
    connection.pragma("journal_mode = WAL");
    connection.pragma("synchronous = NORMAL");
    // deleted rows are overwritten where it costs nothing, so that a purge finds little left of them
    connection.pragma("secure_delete = FAST");
    // pages that change again and again are written back once for many commits
    connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    connection.pragma(`cache_size = ${-CACHE_KIB}`);
  }
  connection.pragma("foreign_keys = ON");
  return new Kysely<never>({
    dialect: beginImmediately(new SqliteDialect({ database: keepStatements(connection) })),
  });
}
