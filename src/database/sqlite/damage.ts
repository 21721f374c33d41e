/** Finds out whether a database's file is damaged, and sets such a file aside. */
import { existsSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import SqliteDriver from "better-sqlite3";
import type { Clock } from "../../vocabulary/clock.ts";
import { syncFolder } from "../../vocabulary/whole-file.ts";
import { isoTime } from "../../vocabulary/times.ts";

/**
 * Reads the whole file.
 *
 * @returns What is wrong with it in SQLite's words; null when nothing is, or there is no file.
 * @throws An exception when it cannot be read for another reason.
 */
export function findDamage(path: string): string | null {
  if (!existsSync(path)) return null;
  let connection: SqliteDriver.Database | null = null;
  try {
    connection = new SqliteDriver(path, { readonly: true });
    const found = String(connection.pragma("quick_check(1)", { simple: true }));
    return found === "ok" ? null : `database disk image is malformed: ${found.replaceAll("\n", " ")}`;
  } catch (error) {
    if (isDamage(error)) return error.message;
    throw error;
  } finally {
    connection?.close();
  }
}

function isDamage(error: unknown): error is Error {
  return error instanceof SqliteDriver.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
}

/**
 * Renames the file and those that SQLite keeps next to it, when it is damaged.
 *
 * @param path - The path of a database that nobody has open.
 * @returns Where it is now; null when it is whole, or there is none.
 */
export async function setDamagedAside(path: string, clock: Clock): Promise<string | null> {
  if (findDamage(path) === null) return null;
  const aside = `${path}.damaged-${isoTime(clock()).replaceAll(/\W/g, "")}`;
  // what was not written back yet belongs to that file: SQLite would play it into a new one
  for (const beside of ["-wal", "-shm", ""])
    if (existsSync(path + beside)) renameSync(path + beside, aside + beside);
  await syncFolder(dirname(path));
  return aside;
}
