/** The data directory: made, checked, kept from others' eyes, and held by one process. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { type DirectoryLock, type DirectoryWork, lockDirectory } from "../database/lock.ts";
import { databasePath } from "../stores.ts";
import { type Log, silentLog } from "../vocabulary/log.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { writeWholeFile } from "../vocabulary/whole-file.ts";
import { formatPath, holdsContent } from "./layout.ts";

/** Raised when what is in the directory changes so that an older program could not read it. */
export const FORMAT = 3;

/** The format of version 0.2.0: from it on every directory is brought to the form of the version that serves it. */
export const OLDEST_FORMAT = 3;

/** What is in place of the format while a backup is restored. */
export const RESTORING = "restoring";

/** How a directory that another process holds is taken. */
export interface Taking {
  /** What this process holds it for. */
  work: DirectoryWork;
  /** What to do when a server holds it. */
  otherwise: string;
  /** How long to wait for a command that holds it, which ends on its own. */
  waitMs: Milliseconds;
  log: Log;
}

const TAKING: Taking = {
  work: "server",
  otherwise: "stop that one, or choose another --data-dir",
  waitMs: 0,
  log: silentLog,
};

/**
 * Takes the data directory for this process, making it when it is missing.
 *
 * @throws An exception that says what to do, when another process holds it, it cannot be written,
 *   belongs to another user than root, or was written by a newer version.
 * @param taking - What differs from a server that waits for nobody.
 */
export async function holdDirectory(directory: string, taking: Partial<Taking> = {}): Promise<DirectoryLock> {
  makeWritable(directory);
  requireOwner(directory);
  requireFormat(directory);
  hideFromOthers(directory);
  const lock = await takeLock(directory, { ...TAKING, ...taking });
  try {
    if (!existsSync(formatPath(directory))) await writeWholeFile(formatPath(directory), `${FORMAT}\n`);
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

const LOOK_EVERY_MS: Milliseconds = 100;

async function takeLock(directory: string, { work, otherwise, waitMs, log }: Taking): Promise<DirectoryLock> {
  const until = performance.now() + waitMs;
  for (let isLogged = false; ; isLogged = true) {
    const lock = lockDirectory(directory, work);
    if (lock.ok) return lock.value;
    const { pid, work: held } = lock.problem;
    const who = pid === null ? "another process" : `process ${pid}`;
    if (held === "server") throw new Error(`${directory} is served by ${who} already; ${otherwise}`);
    if (performance.now() >= until)
      throw new Error(`${directory} is held by ${who}, a ${held}; wait until that is done, or end it`);
    if (!isLogged) log.info(`waiting for a ${held} of the data directory to end`, { process: pid });
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/**
 * Makes sure that root leaves no files in a directory whose database another user has, who could not read
 * them.
 *
 * @throws An exception that says what to do; nothing is changed.
 */
export function requireOwner(directory: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(databasePath(directory), { throwIfNoEntry: false })?.uid ?? 0;
  if (owner === 0 || owner === ownerOfNew(directory)) return;
  throw new Error(
    `${directory} belongs to another user (number ${owner}), and root would leave files there that this user cannot ` +
      `read. Run it as that user, for example: sudo -u '#${owner}' scoring COMMAND`,
  );
}

/** Network file systems may give what root writes to whom they want. */
function ownerOfNew(directory: string): number {
  const made = mkdtempSync(join(directory, "owner-"));
  try {
    return statSync(made).uid;
  } finally {
    rmdirSync(made);
  }
}

/**
 * Makes sure that this version can read what is in the directory; an empty one is fine.
 *
 * @throws An exception that says what to do.
 */
export function requireFormat(directory: string): void {
  const path = formatPath(directory);
  if (!existsSync(path)) return;
  const text = readFileSync(path, "utf8").trim();
  if (text === String(FORMAT)) return;
  if (text === RESTORING)
    throw new Error(
      `${directory} holds half of a backup: its restore was broken off, or is under way. Run scoring restore again ` +
        "with the same --data-dir; it begins anew",
    );
  if (/^\d+$/.test(text) && Number(text) < OLDEST_FORMAT)
    throw new Error(
      `${directory} was made by a version before 0.2.0, which this version cannot read. Nothing was changed. ` +
        "Move it away or choose another --data-dir, and start with an empty one (scoring serve)",
    );
  if (/^\d+$/.test(text))
    throw new Error(
      `${directory} has format ${text}, this version reads ${FORMAT}; start the version that wrote it, or a newer one`,
    );
  throw new Error(
    `${path} is damaged: it should hold the number of the directory's format, as after a power failure it may not. ` +
      `Nothing else is touched. If no newer version ever served the directory, put it right: echo ${FORMAT} > ${path}`,
  );
}

function makeWritable(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const remedy = "make it writable for this user, or choose another --data-dir";
    throw new Error(`the data directory ${directory} cannot be written; ${remedy}`, { cause });
  }
}

/**
 * Takes from others what they may do with a directory that is used only for this, and with what is in it.
 *
 * A directory in which something else is is its owner's affair: only the files are hidden, and the doctor complains.
 */
function hideFromOthers(directory: string): void {
  const names = readdirSync(directory);
  if (names.length === 0 || existsSync(formatPath(directory))) hide(directory, 0o700);
  for (const name of names) if (holdsContent(name)) hide(join(directory, name), 0o600);
}

function hide(path: string, mode: number): void {
  const { mode: found, uid } = statSync(path);
  const isOwn = uid === process.getuid?.();
  if (isOwn && (found & 0o077) !== 0) chmodSync(path, mode);
}
