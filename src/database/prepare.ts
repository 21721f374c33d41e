/** Brings the tables to the shape that this version of the program expects. */
import { type Database, engineOf } from "./engine.ts";
import type { TableShape } from "./columns.ts";
import { inTransaction } from "./transaction.ts";
import { createLedger, dropTables, readLedger, recordMigrations } from "./table.ts";

/** One change of a table set's shape. */
export type Migration = (database: Database) => Promise<void>;

/** The tables of one step. */
export interface TableSet {
  name: string;
  /** Every table of the set, so that a derived one can be thrown away. */
  tables: readonly TableShape[];
  /** True when the rows cannot be computed again: such tables are migrated, never dropped. */
  kept: boolean;
  /** True for a derived set whose rows come from records, which retention removes: it is migrated like a kept one. */
  fromRecords?: true;
  /** True for a kept set whose migrations change what derived rows stand for, so that these must be made again. */
  remakes?: true;
  migrations: readonly Migration[];
}

/** What preparing found and did. */
export interface Preparation {
  /** Names of the sets that are new or changed in a way that asks for the derived rows to be made again. */
  emptied: string[];
}

/**
 * Makes missing tables, migrates kept ones, and makes derived ones of another shape anew.
 *
 * @throws An exception when a newer version of the program has written a set, or has sets that this one does
 *   not know and would leave behind.
 * @remarks Takes what is done about the rows that must be made again, in the same transaction: broken off,
 *   neither happened.
 */
export async function prepareTables(
  database: Database,
  sets: readonly TableSet[],
  remake: (transaction: Database, found: Preparation) => Promise<void> = async () => {},
): Promise<Preparation> {
  return inTransaction(database, "full", async (transaction) => {
    await createLedger(transaction);
    const done = await readLedger(transaction);
    requireKnown(done, sets);
    const emptied: string[] = [];
    for (const set of sets) {
      const made = done.get(set.name) ?? 0;
      if (made === set.migrations.length) continue;
      await prepareSet(transaction, set, made);
      const isDerived = !set.kept || set.remakes === true;
      if (isDerived && done.size > 0) emptied.push(set.name);
    }
    await remake(transaction, { emptied });
    await engineOf(transaction).saveEstimates(transaction);
    return { emptied };
  });
}

/** A set that the program gives up is taken out of the ledger by a migration of another one. */
function requireKnown(done: ReadonlyMap<string, number>, sets: readonly TableSet[]): void {
  const known = new Set(sets.map(({ name }) => name));
  for (const name of done.keys()) if (!known.has(name)) throw newerVersion(name);
}

async function prepareSet(database: Database, set: TableSet, done: number): Promise<void> {
  const isMigrated = set.kept || set.fromRecords === true;
  if (done > set.migrations.length && isMigrated) throw newerVersion(set.name);
  if (!isMigrated && done > 0) await dropTables(database, set.tables);
  for (const migrate of set.migrations.slice(isMigrated ? done : 0)) await migrate(database);
  await recordMigrations(database, set.name, set.migrations.length);
}

function newerVersion(name: string): Error {
  return new Error(`the tables of ${name} were written by a newer version; start that version instead`);
}
