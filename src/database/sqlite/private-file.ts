/** Makes a database's file before SQLite does, which would let everybody read it. */
import { closeSync, existsSync, openSync } from "node:fs";

/** SQLite's name for a database that is never written to a disk. */
const NO_FILE = ":memory:";

/**
 * Makes an empty file that only this user reads, unless there is a file already; SQLite gives the files next to it the
 * same mode.
 *
 * One that is there must not even be opened here: to close it would end the locks that this process holds on it.
 */
export function makePrivateFile(path: string): void {
  if (path === NO_FILE || existsSync(path)) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
