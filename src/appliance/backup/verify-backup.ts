/** Reads a backup whole and opens the database in it, without a data directory. */
import { accessSync, constants, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { auditTables } from "../../audit/audit-table.ts";
import { sayFault } from "../../audit/say-fault.ts";
import { verifyAudit } from "../../audit/verify.ts";
import { readLedger } from "../../database/table.ts";
import { databasePath, localStores, openDatabaseOf } from "../../stores.ts";
import { systemClock } from "../../vocabulary/clock.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { FOLDERS, type Manifest } from "./contents.ts";
import { DatabasePieces } from "./database/pieces.ts";
import { findFault } from "./database/find-fault.ts";
import { makeFolderIn } from "./place.ts";
import { readBackup, type WholeBackup } from "./read-backup.ts";

/**
 * Verifies a backup.
 *
 * @param file - Its path.
 * @param report - Hears how many bytes are read.
 * @throws An error that says for a person what is wrong with it.
 */
export async function verifyBackup(file: string, report: (bytes: Bytes) => void): Promise<WholeBackup> {
  const folder = makeFolderIn(placeFor(file), `${basename(file)}.verify-`, systemClock());
  const pieces = new DatabasePieces(databasePath(folder));
  try {
    let bytes = 0;
    const read = await readBackup(file, async (part) => {
      if (part.name.startsWith(FOLDERS.database)) await pieces.add(part);
      bytes += part.bytes.byteLength;
      report(bytes);
    });
    if (!read.ok) throw new Error(read.problem.message);
    await pieces.close();
    const fault = await findFault(folder, read.value.manifest);
    if (fault !== null)
      throw new Error(`${file} cannot be restored: ${fault}; use another copy, or an earlier backup`);
    const broken = await findBrokenChain(folder, read.value.manifest);
    if (broken !== null) throw new Error(`${file}: ${broken}; compare it with another backup`);
    return read.value;
  } finally {
    await pieces.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A backup whose audit log was changed can be restored: only whoever verifies it is to know. */
async function findBrokenChain(folder: string, { audit }: Manifest): Promise<string | null> {
  const database = openDatabaseOf(localStores(folder), "read");
  try {
    if (!(await readLedger(database)).has(auditTables.name)) return null;
    const faults = (await verifyAudit(database, audit)).map(sayFault);
    return faults.find((fault) => fault !== null) ?? null;
  } finally {
    await database.destroy();
  }
}

/** There is as much room next to the backup as it takes, usually; it may be on a disk that cannot be written. */
function placeFor(file: string): string {
  const folder = dirname(resolve(file));
  try {
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return tmpdir();
  }
}
