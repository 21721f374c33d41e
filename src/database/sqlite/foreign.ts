/** Reads a database that belongs to another program, which may be writing it: with its write-ahead log, and changing nothing. */
import SqliteDriver from "better-sqlite3";
import type { Milliseconds } from "../../vocabulary/units.ts";

/** Another program's database. */
export interface ForeignDatabase {
  /** Returns the rows of a query, one after the other. */
  rows(query: string, ...values: readonly string[]): IterableIterator<unknown>;
  close(): void;
}

/** A write of the other program is over sooner. */
const PATIENCE_MS: Milliseconds = 5_000;

/** @throws An exception when it is no database, or may not be read. */
export function openForeign(path: string): ForeignDatabase {
  const connection = new SqliteDriver(path, { readonly: true, fileMustExist: true, timeout: PATIENCE_MS });
  connection.pragma("query_only = true");
  return {
    rows: (query, ...values) => connection.prepare(query).iterate(...values),
    close: () => void connection.close(),
  };
}
