/** The directory that a backup is restored into: empty before, and empty again when that fails. */
import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type DirectoryLock, lockDirectory } from "../../database/lock.ts";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import { RESTORING } from "../directory.ts";
import { formatPath } from "../layout.ts";

/** Of locks, and of a file system's own. */
const NOTHING = new Set(["lock", "lock-journal", "serving.pid", "lost+found"]);

/**
 * Takes an empty directory for a restore, making it when it is missing. One in which a restore was broken off
 * is emptied. From now on nothing but a restore takes it, until its `format` is written.
 *
 * @throws An exception that says what to do; nothing is changed.
 */
export async function takeEmptyDirectory(directory: string): Promise<DirectoryLock> {
  requireEmpty(directory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(directory, "restore");
  if (!lock.ok) throw new Error(`another process works on ${directory}; wait for it, or choose another one`);
  try {
    requireEmpty(directory); // another restore may just have ended
    await writeWholeFile(formatPath(directory), `${RESTORING}\n`);
    emptyDirectory(directory, ["format"]);
    return lock.value;
  } catch (error) {
    lock.value.release();
    throw error;
  }
}

function requireEmpty(directory: string): void {
  if (!existsSync(directory)) return;
  if (!statSync(directory).isDirectory()) throw new Error(`${directory} is no directory; choose another one`);
  if (readdirSync(directory).every((name) => NOTHING.has(name)) || holdsHalf(directory)) return;
  throw new Error(
    `${directory} is not empty, and a restore writes over nothing: choose a new directory with --data-dir, or move ` +
      "this one away",
  );
}

function holdsHalf(directory: string): boolean {
  const path = formatPath(directory);
  return existsSync(path) && readFileSync(path, "utf8").trim() === RESTORING;
}

/**
 * Deletes everything in it but the lock and the names to spare.
 *
 * @param directory - The directory is held.
 */
export function emptyDirectory(directory: string, spared: readonly string[] = []): void {
  for (const name of readdirSync(directory))
    if (!NOTHING.has(name) && !spared.includes(name))
      rmSync(join(directory, name), { recursive: true, force: true });
}

/** Returns whose the directory is, or before it is there whose the folder is that it will be in. */
export function ownerOf(directory: string): Stats | undefined {
  const folder = existsSync(directory) ? directory : dirname(resolve(directory));
  return statSync(folder, { throwIfNoEntry: false });
}

/** Gives what root restored to the user whose place it is, who could not read it. */
export function giveAll(directory: string, owner: Stats | undefined): void {
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === 0) return;
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  for (const path of [directory, ...names.map((name) => join(directory, name))])
    lchownSync(path, owner.uid, owner.gid);
}
