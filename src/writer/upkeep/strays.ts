/** Compares the files of the object store with the catalogue. */
import type { Database } from "../../database/open.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { readKey } from "../../catalogue/object-key.ts";
import { readPosition } from "../../books/progress-table.ts";
import type { StoredFile, Strays } from "./adopt.ts";
import { listSizes, selectCutFrames } from "./object-table.ts";
import { type DamagedFrame, selectRemoved } from "./table.ts";

/** Files and rows that do not fit together. */
export interface Comparison extends Strays {
  unlisted: StoredFile[];
  /** Frames of listed objects that are beyond the end of their file. */
  cut: DamagedFrame[];
}

/** Looks at every file; those that wait for their deletion are not counted. */
export async function compareFiles(database: Database, store: ObjectStore): Promise<Comparison> {
  const files = await store.list("");
  const sizes = await listSizes(database);
  const removed = new Set(await selectRemoved(database));
  const found = new Map(files.map(({ key, bytes }) => [key, bytes]));
  const cut: DamagedFrame[] = [];
  const missing = new Set<string>();
  for (const [key, bytes] of sizes) {
    const there = found.get(key);
    if (there === undefined) missing.add(key);
    if (there === undefined || there < bytes) cut.push(...(await cutFrames(database, key, there ?? 0)));
  }
  const unlisted = files.filter(({ key }) => readKey(key) !== null && !sizes.has(key) && !removed.has(key));
  return { unlisted, missing, cut };
}

async function cutFrames(database: Database, key: string, bytes: number): Promise<DamagedFrame[]> {
  const offsets = await selectCutFrames(database, key, bytes);
  const reason =
    bytes === 0 ? "the object's file is gone or empty" : `the object's file ends after ${bytes} bytes`;
  return offsets.map((offset) => ({ objectKey: key, offset, kind: "missing", reason }));
}

/** Returns the greatest sequence in a file's name, 0 when there is none. */
export function newestSequence(files: readonly StoredFile[]): number {
  return files.reduce((newest, { key }) => Math.max(newest, readKey(key)?.lastSequence ?? 0), 0);
}

/**
 * Makes sure that the database is the one that the objects were listed in.
 *
 * @throws An exception that says what to do, when objects exist and the database never knew any.
 */
export async function requireCatalogue(database: Database, store: ObjectStore): Promise<void> {
  if ((await readPosition(database, "writer")) !== null) return;
  const files = (await store.list("")).filter(({ key }) => readKey(key) !== null);
  if (files.length === 0) return;
  throw new Error(
    `the objects folder holds ${files.length} objects, but the database is new and lists none of them. ` +
      "If there is a backup of the database, restore it first: keys, names and aliases come only from a backup. " +
      "Then, or without one, run scoring rebuild --adopt with the same --data-dir, which takes the objects in and " +
      "makes their organizations again under the same ids",
  );
}
