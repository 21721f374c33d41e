/** Where a backup is written: next to its file until it is whole, and then in the file's place in one step. */
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { HOUR, type Instant } from "../../vocabulary/units.ts";
import { syncFolder } from "../../vocabulary/whole-file.ts";

const UNFINISHED = ".unfinished-";

/**
 * Makes sure that the file can be written where it is asked for.
 *
 * @throws An exception that says what to do.
 */
export function requirePlace(dataDir: string, file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new Error(`the folder ${folder} does not exist; create it first`);
  // there it would take room from the server, and the next backup would have to leave it out
  if (`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(dataDir)}${sep}`))
    throw new Error(`${file} is in the data directory; choose a place outside it, best on another machine`);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile())
    throw new Error(`${file} is no file; name the file that the backup is to be written to`);
}

/** Makes a folder next to the file, for what is not whole yet, and deletes those that killed backups left. */
export function makeFolderBeside(file: string, now: Instant): string {
  return makeFolderIn(dirname(resolve(file)), `${basename(file)}${UNFINISHED}`, now);
}

/**
 * Makes a folder for a while, and deletes those of the same use that were left behind an hour ago or earlier.
 *
 * @param folder - Where it is made.
 * @param prefix - What its name begins with, and the names of those before it.
 * @param now - What the clock shows.
 * @returns Its path.
 */
export function makeFolderIn(folder: string, prefix: string, now: Instant): string {
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix)) removeLeftBehind(join(folder, name), now);
  return mkdtempSync(join(folder, prefix));
}

function removeLeftBehind(folder: string, now: Instant): void {
  try {
    if (isLeftBehind(folder, now)) rmSync(folder, { recursive: true, force: true });
  } catch {
    // another user's, or on its way out: it is in nobody's way
  }
}

/** A backup that is still being made writes all the time. */
function isLeftBehind(folder: string, now: Instant): boolean {
  const inside = readdirSync(folder).map((name) => join(folder, name));
  const times = [folder, ...inside].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
  return now - Math.max(...times) > HOUR;
}

/** Puts a whole file in its place, on disk when this returns. */
export async function putInPlace(whole: string, file: string): Promise<void> {
  await rename(whole, file);
  await syncFolder(dirname(resolve(file)));
}
