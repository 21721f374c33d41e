/** Brings the tables to the shape that this version of the program expects. */
import { type Database, engineOf } from "./engine.ts";
import type { TableShape } from "./columns.ts";
import { inTransaction } from "./transaction.ts";
import { COPYING, HALF_COPIED } from "./copying/half-copied.ts";
import { createLedger, dropTables, readLedger, recordShape } from "./table.ts";

/** Makes a set's tables, or changes those that are there. */
export type Migration = (database: Database) => Promise<void>;

/** The tables of one step. */
export type TableSet = {
  name: string;
  /** Every table of the set, so that one that is made anew can be thrown away. */
  tables: readonly TableShape[];
  /** False when the rows are derived from records: a rebuild empties them. */
  kept: boolean;
} & (MigratedTables | TablesMadeAnew);

/** Tables whose rows cannot be made again, or not from what is still there. */
interface MigratedTables {
  /** The first makes the tables, each later one changes what the versions before it left. */
  migrations: readonly Migration[];
}

/** Tables whose rows can be made again. */
interface TablesMadeAnew {
  /** Another number when the tables have another layout, or their rows another meaning: then they are made anew. */
  shape: number;
  create: Migration;
}

/** What preparing found and did. */
export interface Preparation {
  /** Names of the sets that are new or changed in a way that asks for the derived rows to be made again. */
  emptied: string[];
}

/**
 * Makes missing tables, migrates those whose rows cannot be made again, and makes the others anew when their shape is
 * another one.
 *
 * @throws An exception when a newer version of the program has written a set, or has sets that this one does
 *   not know and would leave behind.
 * @param remake - Handles the rows that must be made again, in the same transaction.
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
      const before = done.get(set.name) ?? 0;
      if (before === shapeOf(set)) continue;
      await prepareSet(transaction, set, before);
      if (!set.kept && done.size > 0) emptied.push(set.name);
    }
    await remake(transaction, { emptied });
    await engineOf(transaction).saveEstimates(transaction);
    return { emptied };
  });
}

/** A set that the program gives up is taken out of the ledger by a migration of another one. */
function requireKnown(done: ReadonlyMap<string, number>, sets: readonly TableSet[]): void {
  if (done.has(COPYING)) throw new Error(HALF_COPIED);
  const known = new Set(sets.map(({ name }) => name));
  for (const name of done.keys()) if (!known.has(name)) throw newerVersion(name);
}

/** Returns the number by which the ledger knows the shape that the set has in this version. */
export function shapeOf(set: TableSet): number {
  return "migrations" in set ? set.migrations.length : set.shape;
}

async function prepareSet(database: Database, set: TableSet, before: number): Promise<void> {
  if ("migrations" in set) {
    if (before > set.migrations.length) throw newerVersion(set.name);
    for (const migrate of set.migrations.slice(before)) await migrate(database);
  } else {
    if (before > 0) await dropTables(database, set.tables);
    await set.create(database);
  }
  await recordShape(database, set.name, shapeOf(set));
}

function newerVersion(name: string): Error {
  return new Error(`the tables of ${name} were written by a newer version; start that version instead`);
}
