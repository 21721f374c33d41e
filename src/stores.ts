/** Opens the stores that the settings name: no other part knows of which kind they are, or where they are. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isBackedUp } from "./database/lock.ts";
import { type Database, openDatabase, openServerDatabase } from "./database/open.ts";
import { openFileStore } from "./objects/file-store.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import {
  type AskedObject,
  type BucketState,
  readBucketClock,
  readBucketState,
  readDeletingRule,
} from "./objects/s3-bucket-state.ts";
import type { DeletingRule } from "./objects/s3-lifecycle.ts";
import { openS3Store, type S3Place } from "./objects/s3-store.ts";
import type { Settings } from "./settings/schema.ts";
import { type Instant, type Milliseconds, SECOND } from "./vocabulary/units.ts";

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

/** Whether there is a database to open; one of a server is there, or the server says what is wrong. */
export function hasDatabase({ dataDir, database }: StoreSettings): boolean {
  return database !== null || existsSync(databasePath(dataDir));
}

/**
 * Opens the database; see `openDatabase` and `openServerDatabase`.
 *
 * @param mode - `engine`: its transactions and those of other engines write at the same time, each of other
 *   organizations; `write`: no other transaction writes meanwhile.
 */
export function openDatabaseOf(stores: StoreSettings, mode: "write" | "read" | "engine"): Database {
  const { dataDir, database: url } = stores;
  if (url === null) return openDatabase(databasePath(dataDir), mode === "read" ? "read" : "write");
  return openServerDatabase({ ...placeOf(stores), url }, mode);
}

function placeOf({ role, nodeName, databaseCa: ca, requestDeadlineMs: readWithin }: StoreSettings) {
  const node = nodeName ?? "command";
  return { ca, node, readWithin, silence: SILENCE_MS, applicationName: `scoring ${role} ${node}` };
}

/** Twice as long passes until a server that hangs is given up. Short enough for a lease that was lost to be noticed. */
const SILENCE_MS: Milliseconds = 10 * SECOND;

/** What the database is called in messages: its file, or its address without user, password and options. */
export function databaseName({ database, dataDir }: Pick<StoreSettings, "database" | "dataDir">): string {
  if (database === null) return databasePath(dataDir);
  const url = new URL(database);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** What the place of objects is called in messages. */
export function objectsName({ objects, dataDir }: Pick<StoreSettings, "objects" | "dataDir">): string {
  return objects ?? objectsPath(dataDir);
}

/** The store of records, which are the truth. */
export function openObjectsOf(settings: StoreSettings): ObjectStore {
  const { dataDir } = settings;
  const bucket = bucketOf(settings, "objects");
  const isHeld = () => isBackedUp(dataDir);
  return bucket === null ? openFileStore(objectsPath(dataDir), isHeld) : openS3Store(bucket, isHeld);
}

/**
 * Asks how the bucket of records is set up; see `readBucketState`.
 *
 * @returns Null where files are in a folder.
 */
export async function readBucketStateOf(
  settings: StoreSettings,
  asked: AskedObject,
): Promise<BucketState | null> {
  const bucket = bucketOf(settings, "objects");
  return bucket === null ? null : readBucketState(bucket, asked);
}

/** Returns its rule that deletes records before they are to go; null for none, and where nobody says. */
export async function readEarlyRuleOf(
  settings: StoreSettings & Pick<Settings, "rawRetentionDays">,
  now: Instant,
): Promise<DeletingRule | null> {
  const bucket = bucketOf(settings, "objects");
  const rule = bucket === null ? null : await readDeletingRule(bucket, now);
  return rule !== null && isEarly(rule, settings) ? rule : null;
}

/** Whether a rule deletes records before they are to go. */
export function isEarly(
  rule: DeletingRule,
  { rawRetentionDays }: Pick<Settings, "rawRetentionDays">,
): boolean {
  return rule.days === null || rule.days < rawRetentionDays;
}

/** Returns what its server's clock shows; null for a folder, and for one that does not answer. */
export async function readBucketClockOf(settings: StoreSettings): Promise<Instant | null> {
  const bucket = bucketOf(settings, "objects");
  return bucket === null ? null : readBucketClock(bucket);
}

/** The store of messages that could not become records. */
export function openQuarantineOf(settings: StoreSettings): ObjectStore {
  const bucket = bucketOf(settings, "quarantine");
  return bucket === null ? openFileStore(quarantinePath(settings.dataDir)) : openS3Store(bucket);
}

function bucketOf(settings: StoreSettings, folder: string): S3Place | null {
  if (settings.objects === null) return null;
  const { hostname: bucket, pathname } = new URL(settings.objects);
  const path = pathname.split("/").filter((part) => part !== "");
  return {
    bucket,
    prefix: `${[...path, folder].join("/")}/`,
    endpoint: settings.s3Endpoint,
    region: settings.s3Region,
    pathStyle: settings.s3PathStyle,
    accessKeyId: settings.s3AccessKeyId,
    secretAccessKey: settings.s3SecretAccessKey,
  };
}
