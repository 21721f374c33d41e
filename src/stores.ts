/** Opens the stores of a data directory: no other part knows of which kind they are, or where they are. */
import { join } from "node:path";
import { isBackedUp } from "./database/lock.ts";
import { type Database, openDatabase } from "./database/open.ts";
import { openFileStore } from "./objects/file-store.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import type { Settings } from "./settings/schema.ts";

/** The settings that say where the stores are. */
export type StoreSettings = Pick<Settings, "dataDir">;

/** For messages, and for looking whether it is there; everybody else opens it. */
export const databasePath = (directory: string): string => join(directory, "scoring.db");
export const objectsPath = (directory: string): string => join(directory, "objects");
const quarantinePath = (directory: string): string => join(directory, "quarantine");

/** Opens the database of a data directory; see `openDatabase`. */
export function openDatabaseOf({ dataDir }: StoreSettings, mode: "write" | "read"): Database {
  return openDatabase(databasePath(dataDir), mode);
}

/** The store of records, which are the truth. */
export function openObjectsOf({ dataDir }: StoreSettings): ObjectStore {
  return openFileStore(objectsPath(dataDir), () => isBackedUp(dataDir));
}

/** The store of messages that could not become records. */
export function openQuarantineOf({ dataDir }: StoreSettings): ObjectStore {
  return openFileStore(quarantinePath(dataDir));
}
