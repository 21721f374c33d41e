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
  /** True when the rows cannot be worked out again: such tables are migrated, never dropped. */
  kept: boolean;
  /** True when its migrations change what the rows of derived sets stand for, so that these must be made again. */
  remakes?: true;
  migrations: readonly Migration[];
}

/** What preparing found and did. */
export interface Preparation {
  /** Names of the sets whose change asks for the derived rows to be made again. */
  emptied: string[];
}

/**
 * Makes missing tables, migrates kept ones, and makes derived ones of another shape anew.
 *
 * Takes: what is done about the rows that must be made again, in the same transaction: broken off, neither happened.
 * Fails: an exception when a set was written by a newer version of the program.
 */
export async function prepareTables(
  database: Database,
  sets: readonly TableSet[],
  remake: (transaction: Database, found: Preparation) => Promise<void> = async () => {},
): Promise<Preparation> {
  return inTransaction(database, "full", async (transaction) => {
    await createLedger(transaction);
    const done = await readLedger(transaction);
    const emptied: string[] = [];
    for (const set of sets) {
      const made = done.get(set.name) ?? 0;
      const startedOver = await prepareSet(transaction, set, made);
      const remakes = set.remakes === true && made < set.migrations.length && done.size > 0;
      if (startedOver || remakes) emptied.push(set.name);
    }
    await remake(transaction, { emptied });
    await engineOf(transaction).saveEstimates(transaction);
    return { emptied };
  });
}

async function prepareSet(database: Database, set: TableSet, done: number): Promise<boolean> {
  if (done > set.migrations.length && set.kept) {
    throw new Error(`the tables of ${set.name} were written by a newer version; start that version instead`);
  }
  if (done === set.migrations.length) return false;
  const startOver = !set.kept && done > 0;
  if (startOver) await dropTables(database, set.tables);
  for (const migrate of set.migrations.slice(set.kept ? done : 0)) await migrate(database);
  await recordMigrations(database, set.name, set.migrations.length);
  return startOver;
}
