/**
 * The data directory's locks: one process at a time may serve it, and one may make a backup of it meanwhile.
 *
 * They are SQLite's own file locks on files of their own, so the kernel releases them when the process dies.
 */
import { chownSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDriver from "better-sqlite3";
import { notePath } from "./serving/serving-note.ts";
import { makePrivateFile } from "./sqlite/private-file.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Milliseconds } from "../vocabulary/units.ts";

/** Holds the directory until released. */
export interface DirectoryLock {
  release(): void;
}

/** What a process holds the directory for; a command holds it for as long as it works there. */
export type DirectoryWork = "server" | "backup" | "restore" | "rebuild" | "rescore" | "purge" | "migrate";

/** Another process holds the directory; its id is null when it did not leave one. */
export interface DirectoryBusy {
  kind: "directory_busy";
  pid: number | null;
  work: DirectoryWork;
}

/**
 * Takes the directory for this process.
 *
 * @throws `directory_busy` when another process holds it. An exception when the directory cannot be written.
 */
export function lockDirectory(
  directory: string,
  work: DirectoryWork = "server",
): Result<DirectoryLock, DirectoryBusy> {
  for (let looks = 1; ; looks += 1) {
    const lock = takeLock(servingLockPath(directory));
    if (lock !== null) return succeed(withNote(lock, directory, work));
    const holder = holderOf(directory);
    // who has just taken or released it has no note there
    if (holder !== null || looks === LOOKS)
      return fail({ kind: "directory_busy", ...(holder ?? { pid: null, work: "server" }) });
    Bun.sleepSync(LOOK_AGAIN_MS);
  }
}

const LOOKS = 20;
const LOOK_AGAIN_MS: Milliseconds = 10;

/** Notes who holds the directory, for as long as they do. */
function withNote(lock: DirectoryLock, directory: string, work: DirectoryWork): DirectoryLock {
  const note = work === "server" ? `${process.pid}\n` : `${process.pid} ${work}\n`;
  writeFileSync(notePath(directory), note, { mode: 0o600 });
  let isHeld = true;
  const release = (): void => {
    if (isHeld) emptyNote(directory);
    isHeld = false;
    lock.release();
  };
  return { release };
}

function emptyNote(directory: string): void {
  try {
    truncateSync(notePath(directory));
  } catch {
    // the directory is gone, or its disk fails: a note that is left is only read while another process holds it
  }
}

/** Whether a process serves the directory now. */
export function isServed(directory: string): boolean {
  return isTaken(servingLockPath(directory));
}

/**
 * Keeps the files of objects from being deleted until released.
 *
 * @returns null while another backup is made.
 */
export function lockForBackup(directory: string): DirectoryLock | null {
  const lock = takeLock(backupLockPath(directory));
  giveToServer(backupLockPath(directory), directory);
  return lock;
}

/** What a backup by root leaves in the directory can be read by the server's own user too. */
export function giveToServer(path: string, directory: string): void {
  if (process.getuid?.() !== 0) return;
  const served = statSync(servingLockPath(directory), { throwIfNoEntry: false });
  if (served !== undefined) chownSync(path, served.uid, served.gid);
}

/** Whether a process makes a backup of the directory now. */
export function isBackedUp(directory: string): boolean {
  return isTaken(backupLockPath(directory));
}

/**
 * Keeps other processes from a file's folder until released. The file stays; it is empty.
 *
 * @param path - The lock's file, in a folder that is there.
 * @returns null while another process holds it.
 */
export function lockFile(path: string): DirectoryLock | null {
  return takeLock(path);
}

const servingLockPath = (directory: string): string => join(directory, "lock");
const backupLockPath = (directory: string): string => join(directory, "backup.lock");

/** Returns null when another process holds it. */
function takeLock(path: string): DirectoryLock | null {
  makePrivateFile(path);
  const connection = new SqliteDriver(path, { timeout: 0 });
  try {
    connection.pragma("journal_mode = DELETE");
    connection.exec("begin exclusive");
  } catch (error) {
    connection.close();
    if (isGarbage(error))
      throw new Error(
        `${path} is damaged. Nothing is kept in it: stop every scoring that uses the directory, and delete it`,
        { cause: error },
      );
    if (!isBusy(error)) throw error;
    return null;
  }
  return { release: () => connection.close() };
}

function isTaken(path: string): boolean {
  if (!existsSync(path)) return false;
  const connection = new SqliteDriver(path, { readonly: true, timeout: 0 });
  try {
    connection.prepare("pragma user_version").get();
    return false;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return true;
  } finally {
    connection.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDriver.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

function isGarbage(error: unknown): boolean {
  return error instanceof SqliteDriver.SqliteError && error.code === "SQLITE_NOTADB";
}

const WORKS: readonly DirectoryWork[] = [
  "server",
  "backup",
  "restore",
  "rebuild",
  "rescore",
  "purge",
  "migrate",
];

/** Returns null when there is no note. */
function holderOf(directory: string): Pick<DirectoryBusy, "pid" | "work"> | null {
  try {
    const [number = "", named] = readFileSync(notePath(directory), "utf8").trim().split(/\s+/);
    if (number === "") return null;
    const pid = Number.parseInt(number, 10);
    const work = WORKS.find((known) => known === named) ?? "server";
    return { pid: Number.isInteger(pid) ? pid : null, work };
  } catch {
    return null;
  }
}
