/** Where a backup is written: beside its file until it is whole, and then in the file's place in one step. */
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { HOUR, type Milliseconds } from "../../vocabulary/units.ts";
import { syncFolder } from "../../vocabulary/whole-file.ts";

const UNFINISHED = ".unfinished-";

/**
 * Makes sure that the file can be written where it is asked for.
 *
 * Fails: an exception that tells a person what to do.
 */
export function requirePlace(dataDir: string, file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new Error(`the folder ${folder} does not exist; create it first`);
  // there it would take room from the server, and the next backup would have to leave it out
  if (`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(dataDir)}${sep}`))
    throw new Error(`${file} lies in the data directory; choose a place outside it, best on another machine`);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile())
    throw new Error(`${file} is no file; name the file that the backup is to be written to`);
}

/** Makes a folder beside the file, for what is not whole yet, and deletes those that killed backups left. */
export function makeFolderBeside(file: string, now: Milliseconds): string {
  const [folder, prefix] = [dirname(resolve(file)), `${basename(file)}${UNFINISHED}`];
  const left = readdirSync(folder).filter((name) => name.startsWith(prefix));
  for (const name of left)
    if (isLeftBehind(join(folder, name), now)) rmSync(join(folder, name), { recursive: true, force: true });
  return mkdtempSync(join(folder, prefix));
}

/** A backup that is still being made writes all the time. */
function isLeftBehind(folder: string, now: Milliseconds): boolean {
  const inside = readdirSync(folder).map((name) => join(folder, name));
  const times = [folder, ...inside].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
  return now - Math.max(...times) > HOUR;
}

/** Puts a whole file in its place, on disk when this returns. */
export async function putInPlace(whole: string, file: string): Promise<void> {
  await rename(whole, file);
  await syncFolder(dirname(resolve(file)));
}
