/** The data directory: made, checked and held by one process. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type DirectoryLock, lockDirectory } from "../database/lock.ts";
import { formatPath } from "./layout.ts";

/** Raised when what lies in the directory changes so that an older program could not read it. */
const FORMAT = 1;

const OTHERWISE = "stop that one, or choose another --data-dir";

/**
 * Takes the data directory for this process, making it when it is missing.
 *
 * Takes: what to do when another process serves it.
 * Fails: an exception that tells a person what to do, when another process serves it, it cannot be written, or it was
 * written by a newer version.
 */
export function holdDirectory(directory: string, otherwise: string = OTHERWISE): DirectoryLock {
  makeWritable(directory);
  requireFormat(directory);
  const lock = lockDirectory(directory);
  if (!lock.ok) {
    const who = lock.problem.pid === null ? "another process" : `process ${lock.problem.pid}`;
    throw new Error(`${directory} is served by ${who} already; ${otherwise}`);
  }
  const path = formatPath(directory);
  if (!existsSync(path)) writeFileSync(path, `${FORMAT}\n`, { mode: 0o600 });
  return lock.value;
}

/**
 * Makes sure that this version can read what lies in the directory; an empty one is fine.
 *
 * Fails: an exception that tells a person what to do.
 */
export function requireFormat(directory: string): void {
  const path = formatPath(directory);
  if (!existsSync(path)) return;
  const format = Number.parseInt(readFileSync(path, "utf8"), 10);
  if (format === FORMAT) return;
  throw new Error(
    `${directory} has format ${format}, this version reads ${FORMAT}; start the version that wrote it, or a newer one`,
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
