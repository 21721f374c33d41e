/** Checks that the database of a backup is scoring's: checksums only prove that it is what somebody packed. */
import { existsSync } from "node:fs";
import { findDamage } from "../../../database/sqlite/damage.ts";
import { readLedger } from "../../../database/table.ts";
import { catalogueTables, listKeys } from "../../../catalogue/table.ts";
import { databasePath, localStores, openDatabaseOf } from "../../../stores.ts";
import type { Manifest } from "../contents.ts";

/**
 * Opens the database and compares it with the manifest.
 *
 * @param folder - Where it was unpacked, under the names of a data directory.
 * @param manifest - What the backup says it holds.
 * @returns What is wrong, for a person; null when nothing is.
 */
export async function findFault(folder: string, manifest: Manifest): Promise<string | null> {
  if (!existsSync(databasePath(folder))) return "it holds no database";
  if (isDamaged(folder)) return "its database is damaged, or not a database";
  const database = openDatabaseOf(localStores(folder), "read");
  try {
    if (!(await readLedger(database)).has(catalogueTables.name)) return "its database is not scoring's";
    const listed = (await listKeys(database)).length;
    return listed === manifest.objects
      ? null
      : `its database lists ${listed} record files, but its manifest says ${manifest.objects}`;
  } catch {
    return "its database is not scoring's";
  } finally {
    await database.destroy();
  }
}

function isDamaged(folder: string): boolean {
  return findDamage(databasePath(folder)) !== null;
}
