/**
 * The data directory's lock: one process at a time may serve it.
 *
 * It is SQLite's own file lock on a file of its own, so the kernel releases it when the process dies.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDriver from "better-sqlite3";
import { makePrivateFile } from "./sqlite/private-file.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";

/** Holds the directory until released. */
export interface DirectoryLock {
  release(): void;
}

/** Another process serves the directory; its id is null when it did not leave one. */
export interface DirectoryBusy {
  kind: "directory_busy";
  pid: number | null;
}

/**
 * Takes the directory for this process.
 *
 * Fails: `directory_busy` when another process holds it. An exception when the directory cannot be written.
 */
export function lockDirectory(directory: string): Result<DirectoryLock, DirectoryBusy> {
  const path = join(directory, "lock");
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
    return fail({ kind: "directory_busy", pid: holderOf(directory) });
  }
  writeFileSync(join(directory, "serving.pid"), `${process.pid}\n`, { mode: 0o600 });
  return succeed({ release: () => connection.close() });
}

/** Whether a process serves the directory now. */
export function isServed(directory: string): boolean {
  const path = join(directory, "lock");
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

function holderOf(directory: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, "serving.pid"), "utf8"), 10);
    return Number.isInteger(pid) ? pid : null;
  } catch {
    return null;
  }
}
