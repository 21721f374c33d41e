/**
 * Where each chain of the audit log was, in a file next to the database: the newest entries cannot be removed from the
 * database without a trace while the file stays, and an older database put in its place is noticed.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Database } from "../database/open.ts";
import { writeWholeFile } from "../vocabulary/whole-file.ts";
import { type ChainPlace, selectCheckpoints, selectEntriesAfter, selectHeads } from "./audit-table.ts";

const PLACES = z.array(z.object({ organization: z.string(), number: z.int(), hash: z.string() }));

/**
 * Reads the file.
 *
 * @returns Nothing when there is none.
 * @throws An exception when it is damaged.
 */
export async function readNotedHeads(path: string): Promise<ChainPlace[]> {
  if (!existsSync(path)) return [];
  try {
    return PLACES.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (cause) {
    throw new Error(`${path} is damaged: it does not say where the audit log was`, { cause });
  }
}

/**
 * Notes where the chains are now, unless they have left a place that was noted: then the file stays as evidence.
 *
 * @returns The noted place that is in no chain any more; null while all are.
 */
export async function noteHeads(database: Database, path: string): Promise<ChainPlace | null> {
  const [noted, heads] = [await readNotedHeads(path), await selectHeads(database)];
  if (Bun.deepEquals(noted, heads)) return null;
  const checkpoints = await selectCheckpoints(database);
  for (const place of noted) if (!(await isInChain(database, place, checkpoints))) return place;
  await writeWholeFile(path, `${JSON.stringify(heads)}\n`);
  return null;
}

async function isInChain(
  database: Database,
  { organization, number, hash }: ChainPlace,
  checkpoints: readonly ChainPlace[],
): Promise<boolean> {
  const removed = checkpoints.find((place) => place.organization === organization);
  if (removed !== undefined && removed.number >= number)
    return removed.number > number || removed.hash === hash;
  const [entry] = await selectEntriesAfter(database, { organization, after: number - 1, limit: 1 });
  return entry?.number === number && entry.hash === hash;
}
