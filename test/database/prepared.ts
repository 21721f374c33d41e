/** Databases that have their tables: copies of one that each process makes once, which cost a fifth of a new one. */
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { prepareTables, type TableSet } from "../../src/database/prepare.ts";

const made = new Map<readonly TableSet[], Promise<string>>();

/**
 * Makes one.
 *
 * @param path - A file that does not exist yet.
 */
export async function openPrepared(path: string, sets: readonly TableSet[] = ALL_TABLES): Promise<Database> {
  await copyPrepared(path, sets);
  return openDatabase(path, "write");
}

/** Makes one that something else opens. */
export async function copyPrepared(path: string, sets: readonly TableSet[] = ALL_TABLES): Promise<void> {
  const making = made.get(sets) ?? make(sets);
  made.set(sets, making);
  copyFileSync(await making, path);
}

/** Returns the path of the one that is copied. */
async function make(sets: readonly TableSet[]): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), "prepared-")), "scoring.db");
  const database = openDatabase(path, "write");
  await prepareTables(database, sets);
  await database.destroy();
  return path;
}
