/** Compares the files of the object store with the catalogue. */
import { type Database, engineOf } from "../../database/engine.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { readKey } from "../../catalogue/object-key.ts";
import { readPosition } from "../../books/progress-table.ts";
import { STORED_SIGNALS } from "../../vocabulary/otlp.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import type { StoredFile, Strays } from "./adopt.ts";
import { listSizes, selectCutFrames, selectLateArrival } from "./object-table.ts";
import { type DamagedFrame, selectPlanned, selectRemoved } from "./table.ts";

/** Files and rows that do not fit together. */
export interface Comparison extends Strays {
  unlisted: StoredFile[];
  missing: Set<string>;
  /** Frames of listed objects that are beyond the end of their file. */
  cut: DamagedFrame[];
}

/** Looks at every file; those that wait for their deletion, or that another engine is making, are not counted. */
export function compareFiles(database: Database, store: ObjectStore): Promise<Comparison> {
  return compareParts(database, store, [{ prefix: "" }]);
}

/**
 * Looks at what may be newer than the catalogue: all that a crash can have left. A store that is quick to list is
 * compared whole.
 */
export async function compareNewer(database: Database, store: ObjectStore): Promise<Comparison> {
  return compareParts(database, store, await newerParts(database, store));
}

/** A part of a store: what is below the prefix and behind the key. */
interface StorePart {
  prefix: string;
  after?: string;
}

/** Clocks go wrong by so much before anybody doubts them, and a day is joined when it is over. */
const MARGIN_MS: Milliseconds = 2 * DAY;

/** By the time of arrival in the names. */
async function newerParts(database: Database, store: ObjectStore): Promise<StorePart[]> {
  const arrivedAt = store.isLargeToList ? await selectLateArrival(database) : null;
  if (arrivedAt === null) return [{ prefix: "" }];
  const date = isoTime(arrivedAt - MARGIN_MS).slice(0, "2026-11-29".length);
  const folders = await store.folders("");
  return folders.flatMap((folder) =>
    STORED_SIGNALS.map((signal) => {
      const prefix = `${folder}/signal=${signal}`;
      return { prefix, after: `${prefix}/date=${date}` };
    }),
  );
}

async function compareParts(
  database: Database,
  store: ObjectStore,
  parts: readonly StorePart[],
): Promise<Comparison> {
  const removed = new Set(await selectRemoved(database));
  if (engineOf(database).isShared) for (const key of await selectPlanned(database)) removed.add(key);
  const found: Comparison = { unlisted: [], missing: new Set(), cut: [] };
  // several at once: each waits for the bucket
  const compared = await Promise.all(parts.map((part) => comparePart({ database, store, removed }, part)));
  for (const { unlisted, missing, cut } of compared) {
    found.unlisted.push(...unlisted);
    for (const key of missing) found.missing.add(key);
    found.cut.push(...cut);
  }
  return found;
}

interface Compared {
  database: Database;
  store: ObjectStore;
  removed: ReadonlySet<string>;
}

/** Page by page: both sides come in the order of keys, and only what does not fit together is kept. */
async function comparePart(parts: Compared, { prefix, after }: StorePart): Promise<Comparison> {
  const found: Comparison = { unlisted: [], missing: new Set(), cut: [] };
  let from = after ?? (prefix === "" ? "" : `${prefix}/`);
  for await (const page of parts.store.pages(prefix, after)) {
    const upTo = page.at(-1)?.key;
    if (upTo === undefined) continue;
    await comparePage(parts, found, { page, from, upTo });
    from = upTo;
  }
  await comparePage(parts, found, {
    page: [],
    from,
    upTo: prefix === "" ? LAST_KEY : `${prefix}/${LAST_KEY}`,
  });
  return found;
}

/** Behind every key: they are of plain letters. */
const LAST_KEY = "~";

interface ComparedPage {
  page: readonly StoredFile[];
  /** Keys behind this one… */
  from: string;
  /** …and up to this. */
  upTo: string;
}

async function comparePage(
  { database, removed }: Compared,
  found: Comparison,
  { page, from, upTo }: ComparedPage,
): Promise<void> {
  const sizes = await listSizes(database, { from, upTo });
  const files = new Map(page.map(({ key, bytes }) => [key, bytes]));
  for (const [key, bytes] of sizes) {
    const there = files.get(key);
    if (there === undefined) found.missing.add(key);
    if (there === undefined || there < bytes) found.cut.push(...(await cutFrames(database, key, there ?? 0)));
  }
  for (const file of page)
    if (readKey(file.key) !== null && !sizes.has(file.key) && !removed.has(file.key))
      found.unlisted.push(file);
}

async function cutFrames(database: Database, key: string, bytes: number): Promise<DamagedFrame[]> {
  const offsets = await selectCutFrames(database, key, bytes);
  const reason =
    bytes === 0 ? "the object's file is gone or empty" : `the object's file ends after ${bytes} bytes`;
  return offsets.map((offset) => ({ objectKey: key, offset, kind: "missing", reason }));
}

/** Returns the greatest sequence in an object's name, 0 when there is none. */
export async function newestSequence(database: Database, store: ObjectStore): Promise<number> {
  const newest = await Promise.all(
    (await newerParts(database, store)).map(async ({ prefix, after }) => {
      let sequence = 0;
      for await (const page of store.pages(prefix, after))
        for (const { key } of page) sequence = Math.max(sequence, readKey(key)?.lastSequence ?? 0);
      return sequence;
    }),
  );
  return Math.max(0, ...newest);
}

/**
 * Makes sure that the database is the one that the objects were listed in.
 *
 * @throws An exception that says what to do, when objects exist and the database never knew any.
 */
export async function requireCatalogue(database: Database, store: ObjectStore): Promise<void> {
  if ((await readPosition(database, "writer")) !== null) return;
  const first = await firstObjects(store);
  if (first === 0) return;
  throw new Error(
    `the store of objects holds ${first} objects${store.isLargeToList ? " or more" : ""}, but the database is new and lists none of them. ` +
      "If there is a backup of the database, restore it first: keys, names and aliases come only from a backup. " +
      "Then, or without one, run scoring rebuild --adopt with the same --data-dir, which takes the objects in and " +
      "makes their organizations again under the same ids",
  );
}

/** Returns how many the first page with any of them holds, 0 when none does. */
async function firstObjects(store: ObjectStore): Promise<number> {
  for await (const page of store.pages("")) {
    const objects = page.filter(({ key }) => readKey(key) !== null);
    if (objects.length > 0) return objects.length;
  }
  return 0;
}

/**
 * Makes sure that the store is the one that the objects of the database are in.
 *
 * @throws An exception that says what to do, when the database lists objects and the store has none at all.
 */
export async function requireObjects(database: Database, store: ObjectStore): Promise<void> {
  if (!store.isLargeToList || (await selectLateArrival(database)) === null) return;
  if ((await store.folders("")).length > 0) return;
  throw new Error(
    "the database lists objects and the bucket has none: correct --objects, or bring them into the bucket first " +
      "(scoring migrate, or the bucket's own backup)",
  );
}
