/** The database: Kysely over SQLite, one writing connection and as many reading ones as wanted. */
import { Kysely } from "kysely";
import type { Database, DatabaseFailure } from "./engine.ts";
import { classify } from "./sqlite/classify.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";

export type { Database } from "./engine.ts";

/** Returns what a failure means of a database as this program opens it; see `Engine.classify`. */
export function classifyFailure(error: unknown): DatabaseFailure | null {
  return classify(error);
}

/**
 * Opens the database file.
 *
 * @throws An exception when the file cannot be opened or is no database.
 * @param mode - `write` makes the file when it is missing; `read` opens an existing one read-only.
 */
export function openDatabase(path: string, mode: "write" | "read"): Database {
  return new Kysely<never>({ dialect: sqliteDialect(path, mode) });
}
