/** The moment that a backup is of: a copy of the database that knows everything that was acknowledged before. */
import type { Database } from "../../database/open.ts";
import { copyDatabase } from "../../database/sqlite/copy.ts";
import { shapeOf } from "../../database/prepare.ts";
import { readLedger } from "../../database/table.ts";
import { progressTables } from "../../books/progress-table.ts";
import { catalogueTables } from "../../catalogue/table.ts";
import { onSnapshot } from "../../database/transaction.ts";
import { databaseName, databasePath, localStores, openDatabaseOf, type StoreSettings } from "../../stores.ts";
import { tryHoldStores } from "../holding/hold-stores.ts";
import { copyWhole } from "../migrate/move-rows.ts";
import { requireThisVersion } from "../migrate/move-source.ts";
import { HOUR } from "../../vocabulary/units.ts";
import type { Noted } from "../../stream/acknowledged.ts";
import { awaitWritten, countUnwritten, readAcknowledgedNow } from "./drain.ts";
import type { Report } from "./parts.ts";

/** Where it is taken, and where the copy goes. */
export interface SnapshotOf {
  stores: StoreSettings;
  /** A folder of its own, in which the copy is called as in a data directory. */
  folder: string;
  report: Report;
  /** See `BackingUp`. */
  readNoted?: () => Promise<Noted>;
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
  const { stores } = of;
  const noted = await (of.readNoted?.() ?? readAcknowledgedNow(stores.dataDir));
  const hold = await tryHoldStores(stores, "backup");
  if (hold === null) {
    const show = (share: number) => of.report("waiting until the server has written what it received", share);
    await reading(stores, (database) => awaitWritten(database, stores, { noted, report: show }));
    await copy(of);
    return { noted, inStream: 0 };
  }
  try {
    await copy(of);
    const inStream = await reading(localStores(of.folder), (database) => countUnwritten(database, noted));
    if (inStream > 0) await of.takeStream();
    return { noted, inStream };
  } finally {
    await hold.release();
  }
}

async function copy({ stores, folder, report }: SnapshotOf): Promise<void> {
  if (stores.database !== null) return copyRowsOut(stores, folder, report);
  const show = (share: number) => report("copying the database", share);
  await copyDatabase(databasePath(stores.dataDir), databasePath(folder), show);
}

/** Another database than SQLite's becomes a file of it, as of one moment. */
async function copyRowsOut(stores: StoreSettings, folder: string, report: Report): Promise<void> {
  // a reader of pages is given up earlier than a table of millions is read
  const source = openDatabaseOf({ ...stores, requestDeadlineMs: HOUR }, "read");
  const target = openDatabaseOf(localStores(folder), "write");
  try {
    await requireThisVersion(source, databaseName(stores));
    await onSnapshot(source, (snapshot) => copyWhole(snapshot, target, report));
  } finally {
    await source.destroy();
    await target.destroy();
  }
}

/**
 * Reads the database of some stores, or of a folder with a copy.
 *
 * @throws An exception that says what to do, when its tables are those of another version.
 */
export async function reading<Value>(
  stores: StoreSettings,
  read: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabaseOf(stores, "read");
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
