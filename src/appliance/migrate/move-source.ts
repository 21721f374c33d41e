/** The appliance that is moved: held while it is read, and of this version. */
import { existsSync, statSync } from "node:fs";
import { readPosition } from "../../books/progress-table.ts";
import { type DirectoryLock, lockDirectory } from "../../database/lock.ts";
import type { Database } from "../../database/open.ts";
import { shapeOf } from "../../database/prepare.ts";
import { readLedger } from "../../database/table.ts";
import { readFormulasVersion } from "../../metrics/formulas-table.ts";
import { SCORING_VERSION } from "../../metrics/version.ts";
import { databasePath, localStores, openDatabaseOf } from "../../stores.ts";
import { requireFormat } from "../directory.ts";
import { ALL_TABLES } from "../tables.ts";

/**
 * Takes the directory, so that no server uses it meanwhile.
 *
 * @throws An exception that says what to do.
 */
export function holdSource(dataDir: string): DirectoryLock {
  if (!existsSync(dataDir))
    throw new Error(`${dataDir} does not exist; name the directory to move with --from`);
  requireFormat(dataDir);
  const lock = lockDirectory(dataDir, "migrate");
  if (lock.ok) return lock.value;
  const { pid, work } = lock.problem;
  const who = pid === null ? "another process" : `process ${pid}`;
  throw new Error(
    work === "server"
      ? `${dataDir} is served by ${who}: stop that server first, and what it received last is moved too`
      : `${dataDir} is held by ${who}, a ${work}; wait until that is done, or end it`,
  );
}

/**
 * Reads the database of a directory that is held.
 *
 * @throws An exception that says what to do when there is none, or another version wrote it.
 */
export async function readingSource<Value>(
  dataDir: string,
  read: (database: Database) => Promise<Value>,
): Promise<Value> {
  const path = databasePath(dataDir);
  if (!existsSync(path))
    throw new Error(`${path} does not exist: ${dataDir} is no directory of an appliance`);
  const database = openDatabaseOf(localStores(dataDir), "read");
  try {
    await requireThisVersion(database, dataDir);
    return await read(database);
  } finally {
    await database.destroy();
  }
}

/**
 * Makes sure that a database is in the form of this version.
 *
 * @param place - What it is called.
 * @throws An exception that says which version is to be run.
 */
export async function requireThisVersion(database: Database, place: string): Promise<void> {
  const ledger = await readLedger(database);
  const known = new Map(ALL_TABLES.map((set) => [set.name as string, shapeOf(set)]));
  const isNewer = [...ledger].some(([name, shape]) => shape > (known.get(name) ?? 0));
  if (isNewer) throw new Error(`${place} was written by a newer version: use that version for this command`);
  const isOlder = [...known].some(([name, shape]) => ledger.get(name) !== shape);
  if (isOlder || (await readFormulasVersion(database)) !== SCORING_VERSION)
    throw new Error(
      `${place} was written by an older version: start the server once with this one (scoring serve), which brings ` +
        "it to its own form, stop that server, and try again",
    );
}

/**
 * Says which database it is, and in which state: another text once anybody has written to it.
 *
 * @param database - The database of the directory.
 */
export async function identityOf(dataDir: string, database: Database): Promise<string> {
  const files = ["", "-wal"].map((ending) =>
    statSync(databasePath(dataDir) + ending, { throwIfNoEntry: false }),
  );
  const written = files.filter((file) => file !== undefined && file.size > 0);
  const marks = written.map((file) => `${file?.size}:${file?.mtimeMs}`);
  const position = await readPosition(database, "writer");
  return [...marks, position?.streamCreatedAt ?? "", position?.sequence ?? 0].join(" ");
}
