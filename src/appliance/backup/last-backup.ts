/** A note in the data directory of the last backup that was made of it; no backup holds the note itself. */
import { readFileSync } from "node:fs";
import { giveToServer } from "../../database/lock.ts";
import { LAST_BACKUP, type LastBackup } from "../../http/self/status-answer.ts";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import { lastBackupPath } from "../layout.ts";

/** @param backup - A backup that is whole and in its place. */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const path = lastBackupPath(dataDir);
  try {
    await writeWholeFile(path, `${JSON.stringify(backup)}\n`);
    giveToServer(path, dataDir);
  } catch {
    // the backup is whole although its note is not: a full disk is the very time to have made one
  }
}

/** Returns null when no backup was made of this directory, or by a version that wrote no note. */
export function readLastBackup(dataDir: string): LastBackup | null {
  try {
    return LAST_BACKUP.parse(JSON.parse(readFileSync(lastBackupPath(dataDir), "utf8")));
  } catch {
    return null;
  }
}
