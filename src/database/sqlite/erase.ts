/** Deleting for good: what a statement deletes is overwritten in the file too. */
import { CompiledQuery } from "kysely";
import type { Database } from "../engine.ts";
import { packAllWords } from "./words-table.ts";

/**
 * Runs work whose deletions are to leave nothing behind in the database file.
 *
 * @param database - A writing connection; what other work deletes on it meanwhile is overwritten too.
 * @remarks Pages that were freed or moved before, and the write-ahead log, still hold old bytes: `compact` clears them
 *   at once, and `scrub` step by step.
 */
export async function erasing<Value>(database: Database, work: () => Promise<Value>): Promise<Value> {
  await database.executeQuery(ON);
  try {
    return await work();
  } finally {
    await database.executeQuery(FAST);
  }
}

/**
 * Writes the database file anew without free pages, and empties the log.
 *
 * @param database - No other process works on it.
 */
export async function compact(database: Database): Promise<void> {
  await packAllWords(database);
  await database.executeQuery(VACUUM);
  await database.executeQuery(EMPTY_LOG);
}

const ON = CompiledQuery.raw("pragma secure_delete = on");
const FAST = CompiledQuery.raw("pragma secure_delete = fast");
const VACUUM = CompiledQuery.raw("vacuum");
const EMPTY_LOG = CompiledQuery.raw("pragma wal_checkpoint(truncate)");
