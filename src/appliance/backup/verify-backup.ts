/** Reads a backup whole and opens the database in it, without a data directory. */
import { accessSync, constants, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { databasePath } from "../../stores.ts";
import { systemClock } from "../../vocabulary/clock.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { FOLDERS } from "./contents.ts";
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
    return read.value;
  } finally {
    await pieces.close();
    rmSync(folder, { recursive: true, force: true });
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
