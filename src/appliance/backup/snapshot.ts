/** The moment that a backup is of: a copy of the database that knows everything that was acknowledged before. */
import { lockDirectory } from "../../database/lock.ts";
import type { Database } from "../../database/open.ts";
import { copyDatabase } from "../../database/sqlite/copy.ts";
import { shapeOf } from "../../database/prepare.ts";
import { readLedger } from "../../database/table.ts";
import { progressTables } from "../../books/progress-table.ts";
import { catalogueTables } from "../../catalogue/table.ts";
import { databasePath, localStores, openDatabaseOf } from "../../stores.ts";
import type { Noted } from "../../stream/acknowledged.ts";
import { awaitWritten, countUnwritten, readAcknowledgedNow } from "./drain.ts";
import type { Report } from "./parts.ts";

/** Where it is taken, and where the copy goes. */
export interface SnapshotOf {
  dataDir: string;
  /** A folder of its own, in which the copy is called as in a data directory. */
  folder: string;
  report: Report;
  /** Called while nobody writes to a stream in which something waits. */
  takeStream(): Promise<void>;
}

/** What it found. */
export interface Snapshot {
  /** What was acknowledged when it began. */
  noted: Noted | null;
  /** Requests that were acknowledged and not written: they are in the stream. */
  inStream: number;
}

/**
 * Copies the database: while a server runs, once it has written what was acknowledged; without one at
 * once, and then with the stream if something waits in it.
 *
 * @throws An exception that says what to do.
 */
export async function takeSnapshot(of: SnapshotOf): Promise<Snapshot> {
  const { dataDir } = of;
  const noted = await readAcknowledgedNow(dataDir);
  const lock = lockDirectory(dataDir, "backup");
  if (!lock.ok) {
    const show = (share: number) => of.report("waiting until the server has written what it received", share);
    await reading(dataDir, (database) => awaitWritten(database, dataDir, { noted, report: show }));
    await copy(of);
    return { noted, inStream: 0 };
  }
  try {
    await copy(of);
    const inStream = await reading(of.folder, (database) => countUnwritten(database, noted));
    if (inStream > 0) await of.takeStream();
    return { noted, inStream };
  } finally {
    lock.value.release();
  }
}

function copy({ dataDir, folder, report }: SnapshotOf): Promise<void> {
  const show = (share: number) => report("copying the database", share);
  return copyDatabase(databasePath(dataDir), databasePath(folder), show);
}

/**
 * Reads the database of a data directory, or of a folder with a copy.
 *
 * @throws An exception that says what to do, when its tables are those of another version.
 */
export async function reading<Value>(
  dataDir: string,
  read: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabaseOf(localStores(dataDir), "read");
  try {
    const ledger = await readLedger(database);
    for (const set of [progressTables, catalogueTables])
      if (ledger.get(set.name) !== shapeOf(set)) throw new Error(OTHER_VERSION);
    return await read(database);
  } finally {
    await database.destroy();
  }
}

const OTHER_VERSION =
  "the database was written by another version; use that version, or start the server once with this one " +
  "(scoring serve), which brings it to its own form";
