/** The database: Kysely over SQLite, one writing connection and as many reading ones as wanted. */
import { Kysely } from "kysely";
import type { Database } from "./engine.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";

export type { Database } from "./engine.ts";

/**
 * Opens the database file.
 *
 * @throws An exception when the file cannot be opened or is no database.
 * @remarks Takes `write` makes the file when it is missing; `read` opens an existing one read-only.
 */
export function openDatabase(path: string, mode: "write" | "read"): Database {
  return new Kysely<never>({ dialect: sqliteDialect(path, mode) });
}
