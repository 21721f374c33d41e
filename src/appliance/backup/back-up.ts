/** Makes a backup: one file that holds everything, as of one moment, also while the server runs. */
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { auditTables, selectHeads } from "../../audit/audit-table.ts";
import { readFigures } from "../../books/books-table.ts";
import { readLedger } from "../../database/table.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import { databasePath, localStores, type StoreSettings } from "../../stores.ts";
import { build } from "../../vocabulary/build.ts";
import type { Noted } from "../../stream/acknowledged.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { describeError } from "../../vocabulary/log.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { listSizes } from "../../writer/upkeep/object-table.ts";
import { FORMAT, requireFormat } from "../directory.ts";
import { storeFailureIn } from "../explain-failure.ts";
import { type FilesHold, holdFiles } from "../holding/hold-files.ts";
import type { OutageNote } from "../notes/outage-note.ts";
import { ArchiveWriter } from "./archive.ts";
import { BACKUP_FORMAT, FOLDERS, HEADER_NAME, type Header } from "./contents.ts";
import { noteBackup } from "./last-backup.ts";
import { addDatabase, addFiles, addFolder, addObjects, addQuarantine, type Report } from "./parts.ts";
import { makeFolderBeside, putInPlace, requirePlace } from "./place.ts";
import { reading, takeSnapshot } from "./snapshot.ts";

/** What a backup holds. */
export interface BackedUp {
  file: string;
  bytes: Bytes;
  madeAt: string;
  objects: number;
  records: number;
  organizations: number;
  /** Requests that were acknowledged and not written; the backup holds the stream that they are in. */
  inStream: number;
  /** Listed objects whose file is gone or cut: the backup has no more of them than the directory. */
  missing: string[];
}

/** What a backup works with. */
export interface BackingUp {
  clock: Clock;
  report: Report;
  /** Reads what was acknowledged where that is noted in a cluster; in the data directory when absent. */
  readNoted?: () => Promise<Noted>;
  /** Reads what nodes have noted of outages in a cluster; nothing when absent. */
  readOutageNotes?: () => Promise<readonly OutageNote[]>;
}

const WAITS_IN_CLUSTER =
  "requests that were answered with 200 wait in the cluster, and no engine runs that writes them: start one, and run " +
  "scoring backup again";

/**
 * Writes a backup of the stores to the file, in the place of one that is there.
 *
 * Every record that was answered with 200 before it began is in it.
 *
 * @throws An exception that says what to do; the file is then what it was before.
 */
export async function backUp(stores: StoreSettings, file: string, parts: BackingUp): Promise<BackedUp> {
  const { dataDir } = stores;
  makeDirectoryOf(stores);
  requireFormat(dataDir);
  requireDatabase(stores);
  requirePlace(dataDir, file);
  const hold = await holdFiles(stores);
  try {
    const backedUp = await writeBeside(file, { ...parts, stores, hold });
    const { madeAt, bytes, records, missing } = backedUp;
    await noteBackup(dataDir, { madeAt, bytes, records, missingObjects: missing.length });
    return backedUp;
  } catch (error) {
    if (storeFailureIn(describeError(error)) === "full") throw new Error(noRoom(file));
    throw error;
  } finally {
    await hold.release();
  }
}

/** Its lock is taken in any case, and the last backup noted. */
function makeDirectoryOf({ database, dataDir }: StoreSettings): void {
  if (database !== null) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

function requireDatabase({ database, dataDir }: StoreSettings): void {
  const path = databasePath(dataDir);
  if (database === null && !existsSync(path))
    throw new Error(
      `${path} does not exist. Start the server once (scoring serve); it creates the database.`,
    );
}

/** Without the system's words, which would be taken for those of the data directory's disk. */
function noRoom(file: string): string {
  return (
    `there is no room for ${file}: nothing was written to it. A backup needs as much as the objects and the ` +
    "database together, and the database once more while it is made"
  );
}

interface Held extends BackingUp {
  stores: StoreSettings;
  hold: FilesHold;
}

async function writeBeside(file: string, { clock, hold, ...others }: Held): Promise<BackedUp> {
  const madeAt = clock();
  const folder = makeFolderBeside(file, madeAt);
  try {
    const archive = join(folder, "backup.tar");
    const contents = await writeArchive(archive, { folder, madeAt, ...others });
    await hold.end();
    await putInPlace(archive, file);
    return { file, bytes: statSync(file).size, madeAt: isoTime(madeAt), ...contents };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Writing extends Omit<BackingUp, "clock"> {
  stores: StoreSettings;
  folder: string;
  madeAt: number;
}

type Contents = Omit<BackedUp, "file" | "bytes" | "madeAt">;

async function writeArchive(path: string, writing: Writing): Promise<Contents> {
  const { stores, folder, madeAt, report, readNoted } = writing;
  const { dataDir } = stores;
  const archive = await ArchiveWriter.open(path, madeAt);
  try {
    await archive.add(HEADER_NAME, `${JSON.stringify(headerOf(madeAt))}\n`);
    const takeStream = () =>
      readNoted === undefined
        ? addFolder(archive, { dataDir, folder: FOLDERS.stream }, report)
        : Promise.reject(new Error(WAITS_IN_CLUSTER));
    const { noted, inStream } = await takeSnapshot({ ...writing, takeStream });
    await addDatabase(archive, databasePath(folder), report);
    const listed = await readListed(folder);
    const missing = await addObjects(archive, { stores, sizes: listed.sizes }, report);
    await addQuarantine(archive, stores, report);
    await addFiles(archive, dataDir, { noted, outages: (await writing.readOutageNotes?.()) ?? [] });
    const counts = {
      objects: listed.sizes.size,
      records: listed.records,
      organizations: listed.organizations,
    };
    await archive.finish({ ...counts, missing, audit: listed.audit });
    return { ...counts, inStream, missing };
  } finally {
    await archive.close();
  }
}

function headerOf(madeAt: number): Header {
  return {
    format: BACKUP_FORMAT,
    version: build.version,
    madeAt: isoTime(madeAt),
    directoryFormat: FORMAT,
  };
}

function readListed(folder: string) {
  return reading(localStores(folder), async (database) => ({
    sizes: await listSizes(database),
    records: (await readFigures(database)).held.records,
    organizations: (await selectOrganizations(database)).length,
    audit: (await readLedger(database)).has(auditTables.name) ? await selectHeads(database) : [],
  }));
}
