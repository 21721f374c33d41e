/** Opens the stores that the settings name: no other part knows of which kind they are, or where they are. */
import { join } from "node:path";
import { isBackedUp } from "./database/lock.ts";
import { type Database, openDatabase } from "./database/open.ts";
import { openFileStore } from "./objects/file-store.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import type { Settings } from "./settings/schema.ts";

/** The settings that say where the stores are, and who asks. */
export type StoreSettings = Pick<
  Settings,
  | "dataDir"
  | "role"
  | "nodeName"
  | "database"
  | "databaseCa"
  | "databasePool"
  | "requestDeadlineMs"
  | "objects"
  | "s3Endpoint"
  | "s3Region"
  | "s3PathStyle"
  | "s3AccessKeyId"
  | "s3SecretAccessKey"
>;

/** Returns where the stores of a directory are that has everything in it, such as an unpacked backup. */
export function localStores(dataDir: string): StoreSettings {
  return { dataDir, role: "all", nodeName: null, requestDeadlineMs: 10_000, ...NO_DATABASE, ...NO_BUCKET };
}

const NO_DATABASE = { database: null, databaseCa: null, databasePool: 4 };
const NO_BUCKET = {
  objects: null,
  s3Endpoint: null,
  s3Region: null,
  s3PathStyle: false,
  s3AccessKeyId: null,
  s3SecretAccessKey: null,
};

/** For messages, and for looking whether it is there; everybody else opens it. */
export const databasePath = (directory: string): string => join(directory, "scoring.db");
export const objectsPath = (directory: string): string => join(directory, "objects");
const quarantinePath = (directory: string): string => join(directory, "quarantine");

/** Opens the database; see `openDatabase`. */
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
