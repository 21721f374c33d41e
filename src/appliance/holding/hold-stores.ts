/** Whether servers use the stores, and how a command takes them for itself: on one machine, and on several. */
import { type DirectoryWork, isServed, lockDirectory } from "../../database/lock.ts";
import { holdDatabase } from "../../database/serving/hold-database.ts";
import { type DatabaseHolder, readHolders } from "../../database/postgres/serving-table.ts";
import { databaseName, openDatabaseOf, type StoreSettings } from "../../stores.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { holdDirectory, type Taking } from "../directory.ts";

/** Stores that only this process uses. */
export interface StoresHold {
  release(): Promise<void>;
}

/**
 * Takes the data directory, and a database that other machines use too.
 *
 * @throws An exception that says who is in the way and what to do.
 */
export async function holdStores(stores: StoreSettings, taking: Partial<Taking>): Promise<StoresHold> {
  const directory = await holdDirectory(stores.dataDir, taking);
  try {
    const database = await takeDatabaseOf(stores, taking.otherwise ?? "stop them first");
    return {
      async release() {
        await database?.release();
        directory.release();
      },
    };
  } catch (error) {
    directory.release();
    throw error;
  }
}

/** Takes the stores when nobody else has them; null while somebody does. */
export async function tryHoldStores(stores: StoreSettings, work: DirectoryWork): Promise<StoresHold | null> {
  const directory = lockDirectory(stores.dataDir, work);
  if (!directory.ok) return null;
  const release = async (): Promise<void> => directory.value.release();
  if (stores.database === null) return { release };
  const database = await holdDatabase(openDatabaseOf(stores, "write"), "exclusively");
  if (!database.ok) {
    await release();
    return null;
  }
  return { release: () => database.value.release().finally(release) };
}

/**
 * Takes a database that several processes may use; SQLite's is held with its directory.
 *
 * @param otherwise - What to do when servers use it.
 * @throws An exception that names who uses it.
 */
export async function takeDatabaseOf(stores: StoreSettings, otherwise: string): Promise<StoresHold | null> {
  if (stores.database === null) return null;
  for (const until = performance.now() + GONE_WITHIN_MS; ;) {
    const hold = await holdDatabase(openDatabaseOf(stores, "write"), "exclusively");
    if (hold.ok) return hold.value;
    if (performance.now() > until)
      throw new Error(`${databaseName(stores)} is used by ${sayHolders(hold.problem)}; ${otherwise}`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/** The session of a process that was killed is there until PostgreSQL notices. */
const GONE_WITHIN_MS: Milliseconds = 3 * SECOND;
const LOOK_EVERY_MS: Milliseconds = SECOND / 10;

/** Returns whether a server uses the stores. */
export async function areServed(stores: StoreSettings): Promise<boolean> {
  if (isServed(stores.dataDir)) return true;
  return (await readServersOf(stores)).length > 0;
}

/** Returns who uses the database; nobody for SQLite's. */
async function readServersOf(stores: StoreSettings): Promise<DatabaseHolder[]> {
  if (stores.database === null) return [];
  const database = openDatabaseOf(stores, "read");
  try {
    return (await readHolders(database)).filter(({ holding }) => holding === "with_others");
  } finally {
    await database.destroy();
  }
}

/** Names who holds a database. */
export function sayHolders(holders: readonly DatabaseHolder[]): string {
  if (holders.length === 0) return "another process";
  return holders.map(({ name, address }) => (address === null ? name : `${name} on ${address}`)).join(", ");
}
