/** Write transactions, with a choice of how sure the commit must be. */
import { CompiledQuery } from "kysely";
import type { Database } from "./open.ts";

/** `full` is on disk when it returns; `normal` may be lost with the power, and is for work that can be repeated. */
export type Durability = "full" | "normal";

/**
 * Runs the work in one transaction: all of it is kept, or none.
 *
 * Takes: a writing connection that no other transaction of this thread uses meanwhile.
 * Fails: rethrows what the work throws, after rolling back.
 */
export async function inTransaction<Value>(
  database: Database,
  durability: Durability,
  work: (transaction: Database) => Promise<Value>,
): Promise<Value> {
  return database.connection().execute(async (connection) => {
    await connection.executeQuery(SYNCHRONOUS[durability]);
    return connection.transaction().execute(async (transaction) => work(transaction as unknown as Database));
  });
}

const SYNCHRONOUS: Record<Durability, CompiledQuery> = {
  full: CompiledQuery.raw("pragma synchronous = full"),
  normal: CompiledQuery.raw("pragma synchronous = normal"),
};

/**
 * Reads everything as of one moment, however many statements it takes.
 *
 * Without it a row may name another that was written between the two statements.
 */
export async function onSnapshot<Value>(
  database: Database,
  read: (snapshot: Database) => Promise<Value>,
): Promise<Value> {
  return database.connection().execute(async (connection) => {
    await connection.executeQuery(BEGIN_READING);
    try {
      return await read(connection);
    } finally {
      await connection.executeQuery(END_READING);
    }
  });
}

const BEGIN_READING = CompiledQuery.raw("begin deferred");
const END_READING = CompiledQuery.raw("commit");
