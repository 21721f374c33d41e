/** Makes a data directory of a backup. */
import { existsSync } from "node:fs";
import { engineOf } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { addToJournal, readJournal, reconcileJournal } from "../../insights/governance/journal-file.ts";
import { type Purge, selectPurges } from "../../insights/governance/journal-table.ts";
import { runPurge } from "../../insights/governance/purge.ts";
import { localStores, openDatabaseOf, openObjectsOf } from "../../stores.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import { sweepRemoved } from "../../writer/upkeep/sweep.ts";
import { formatPath, purgesPath } from "../layout.ts";
import { prepareDatabase } from "../rebuild/forget-derived.ts";
import { emptyDirectory, giveAll, ownerOf, takeEmptyDirectory } from "./empty-directory.ts";
import { findFault } from "./database/find-fault.ts";
import { addressesIn } from "./outward-addresses.ts";
import { readBackup, type WholeBackup } from "./read-backup.ts";
import { Unpacking } from "./unpack.ts";
import { GivenKeys } from "../../writer/upkeep/given-keys.ts";

/** What a restore works with. */
export interface Restoring {
  clock: Clock;
  /** A newer journal of purges than the backup's own; null when there is none. */
  purges: string | null;
  /** Hears what is under way, and how many bytes of the file are done. */
  report(step: string, bytes: Bytes): void;
}

/** What was restored. */
export interface Restored {
  madeAt: string;
  version: string;
  objects: number;
  records: number;
  organizations: number;
  /** Purges that were not finished when the backup was made, or came after it: they were gone through again. */
  purges: number;
  /** As in the backup. */
  missing: readonly string[];
  /** Where the settings in the backup have the server connect to, by the setting's name. */
  addresses: Record<string, string>;
}

/**
 * Restores a backup into a directory that is empty or not there.
 *
 * The file is read whole before anything is written. Broken off, it leaves a directory that only a restore
 * takes.
 *
 * @throws An exception that says what to do; the directory is then as empty as it was.
 */
export async function restore(dataDir: string, file: string, parts: Restoring): Promise<Restored> {
  const newer = await readNewerJournal(parts.purges);
  await readWhole(file, (bytes) => parts.report("checking the backup", bytes));
  const owner = ownerOf(dataDir);
  const lock = await takeEmptyDirectory(dataDir);
  try {
    const backup = await unpack(dataDir, file, parts);
    const fault = await findFault(dataDir, backup.manifest);
    if (fault !== null)
      throw new Error(`${file} cannot be restored: ${fault}; use another copy, or an earlier backup`);
    for (const purge of newer) await addToJournal(purgesPath(dataDir), purge);
    const purges = await purgeAgain(dataDir, parts.clock);
    await writeWholeFile(formatPath(dataDir), `${backup.header.directoryFormat}\n`);
    giveAll(dataDir, owner);
    const { objects, records, organizations, missing } = backup.manifest;
    const { madeAt, version } = backup.header;
    const addresses = addressesIn(dataDir);
    return { madeAt, version, objects, records, organizations, purges, missing, addresses };
  } catch (error) {
    emptyDirectory(dataDir);
    throw error;
  } finally {
    lock.release();
  }
}

async function readNewerJournal(path: string | null): Promise<Purge[]> {
  if (path === null) return [];
  if (!existsSync(path)) throw new Error(`the journal of purges ${path} does not exist`);
  return readJournal(path);
}

async function readWhole(
  file: string,
  report: (bytes: Bytes) => void,
  unpacking: Unpacking | null = null,
): Promise<WholeBackup> {
  let bytes = 0;
  const read = await readBackup(file, async (part) => {
    await unpacking?.add(part);
    bytes += part.bytes.byteLength;
    report(bytes);
  });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

async function unpack(dataDir: string, file: string, { report }: Restoring): Promise<WholeBackup> {
  const unpacking = new Unpacking(dataDir);
  try {
    const show = (bytes: Bytes) => report("writing the data directory", bytes);
    const backup = await readWhole(file, show, unpacking);
    await unpacking.finish();
    return backup;
  } finally {
    await unpacking.close();
  }
}

/**
 * Brings the database to this version's form and purges whom the journal names, before anybody can read them.
 *
 * What is not examined yet, or must be examined again, the next start purges when it is.
 */
async function purgeAgain(dataDir: string, clock: Clock): Promise<number> {
  const database = openDatabaseOf(localStores(dataDir), "write");
  try {
    await prepareDatabase(database);
    await reconcileJournal(database, purgesPath(dataDir));
    return await runUnfinished(database, dataDir, clock);
  } finally {
    await database.destroy();
  }
}

async function runUnfinished(database: Database, dataDir: string, clock: Clock): Promise<number> {
  const unfinished = (await selectPurges(database)).filter(({ done }) => !done);
  if (unfinished.length === 0) return 0;
  const parts = {
    database,
    objects: openObjectsOf(localStores(dataDir)),
    givenKeys: new GivenKeys(),
    clock,
    journalPath: purgesPath(dataDir),
  };
  for (const purge of unfinished) await runPurge(parts, purge);
  await sweepRemoved(parts, 0);
  await engineOf(database).compact(database);
  return unfinished.length;
}
