/** The database: Kysely over SQLite or PostgreSQL, one writing connection and as many reading ones as wanted. */
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from "kysely";
import type { Database, DatabaseFailure } from "./engine.ts";
import { postgresDialect, type PostgresMode } from "./postgres/dialect.ts";
import type { ServerPlace } from "./postgres/server-address.ts";
import { DatabaseUnavailable, passesByItself, refusesForGood } from "./postgres/unavailable.ts";
import { classify } from "./sqlite/classify.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";

export type { Database } from "./engine.ts";

/** Returns what a failure means of a database in a file, which its owner can mend; see `Engine.classify`. */
export function classifyFailure(error: unknown): DatabaseFailure | null {
  return classify(error);
}

/** Whether the database's server cannot be reached, or ended the connection: to try again later may succeed. */
export function isUnreachable(error: unknown): boolean {
  return inSomeCause(error, (cause) => cause instanceof DatabaseUnavailable);
}

/** Whether it cannot be reached, or does not do now what it was asked, as in a deadlock or while it starts. */
export function isPassing(error: unknown): boolean {
  return isUnreachable(error) || inSomeCause(error, passesByItself);
}

/** Whether the database's server refuses the connection until somebody changes a setting, as with a wrong password. */
export function isRefused(error: unknown): boolean {
  return inSomeCause(error, refusesForGood);
}

function inSomeCause(error: unknown, holds: (error: Error) => boolean): boolean {
  return error instanceof Error && (holds(error) || inSomeCause(error.cause, holds));
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
