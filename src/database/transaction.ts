/** Write transactions, with a choice of how sure the commit must be. */
import { CompiledQuery } from "kysely";
import { type Database, type Durability, engineOf } from "./engine.ts";
import { keepTenure } from "./leases/turn-table.ts";

/**
 * Runs the work in one transaction: all of it is kept, or none. Inside of a transaction it belongs to that one.
 *
 * @throws Rethrows what the work throws, after rolling back; `LeaseLost` when another engine has taken over.
 * @param database - A writing connection that no other transaction of this thread uses meanwhile.
 */
export async function inTransaction<Value>(
  database: Database,
  durability: Durability,
  work: (transaction: Database) => Promise<Value>,
): Promise<Value> {
  if (database.isTransaction) return work(database);
  return database.connection().execute(async (connection) => {
    await engineOf(connection).setDurability(connection, durability);
    return connection.transaction().execute(async (transaction) => {
      const begun = transaction as unknown as Database;
      await keepTenure(begun);
      return work(begun);
    });
  });
}

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
    await engineOf(connection).beginReading(connection);
    try {
      return await read(connection);
    } finally {
      await connection.executeQuery(END_READING);
    }
  });
}

const END_READING = CompiledQuery.raw("commit");
