/** The database: Kysely over SQLite or PostgreSQL, one writing connection and as many reading ones as wanted. */
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from "kysely";
import type { Database, DatabaseFailure } from "./engine.ts";
import { postgresDialect, type PostgresMode } from "./postgres/dialect.ts";
import type { ServerPlace } from "./postgres/server-address.ts";
import { DatabaseUnavailable } from "./postgres/unavailable.ts";
import { classify } from "./sqlite/classify.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";

export type { Database } from "./engine.ts";

/** Returns what a failure means of a database in a file, which its owner can mend; see `Engine.classify`. */
export function classifyFailure(error: unknown): DatabaseFailure | null {
  return classify(error);
}

/** Whether the database's server cannot be reached, or ended the connection: to try again later may succeed. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof Error && isUnreachable(error.cause));
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

/** Opens a database of a PostgreSQL server; it is connected to when it is asked first. */
export function openServerDatabase(place: ServerPlace, mode: PostgresMode): Database {
  return new Kysely<never>({ dialect: postgresDialect(place, mode), plugins: [EMPTY_LISTS] });
}

/** SQLite finds nothing in an empty list; PostgreSQL takes none. */
const EMPTY_LISTS = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });
