/** Deletes the files of objects that the catalogue no longer lists. */
import { revisionOf } from "../../catalogue/object-key.ts";
import { readShares } from "../../database/leases/nodes-table.ts";
import { epochOfRevision, tenureOf } from "../../database/leases/turn-table.ts";
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { UpkeepParts } from "./join.ts";
import { endPlan, forgetRemoved, selectPlanned, selectRemoved } from "./table.ts";

/** Longer than a query may take: one that found a frame in the catalogue can still read it. */
const READERS_GRACE_MS: Milliseconds = 30 * SECOND;

/**
 * Deletes files that no reader can be at any more, unless a backup is being made.
 *
 * @returns How many.
 */
export async function sweepRemoved(parts: UpkeepParts, graceMs = READERS_GRACE_MS): Promise<number> {
  const { database, objects, clock } = parts;
  const keys = await selectRemoved(database, clock() - graceMs);
  // a backup that begins after the keys were selected reads a catalogue that does not list them
  if (keys.length === 0 || objects.isHeld()) return 0;
  for (const key of keys) await objects.remove(key);
  await inTransaction(database, "normal", (transaction) => forgetRemoved(transaction, keys));
  return keys.length;
}

/**
 * Deletes what a crash left of files that were being made from listed objects; nothing else may be making any, except
 * another engine that shares the database.
 */
export async function sweepPlanned({ database, objects }: UpkeepParts): Promise<void> {
  for (const key of await selectAbandoned(database)) {
    await objects.remove(key);
    await inTransaction(database, "normal", (transaction) => endPlan(transaction, key));
  }
}

/** What an engine makes that is still registered is not abandoned. */
async function selectAbandoned(database: Database): Promise<string[]> {
  const planned = await selectPlanned(database);
  const tenure = tenureOf(database);
  if (tenure === null || planned.length === 0) return planned;
  const { nodes } = await readShares(database);
  const others = new Set(nodes.map(({ epoch }) => epoch).filter((epoch) => epoch !== tenure.epoch));
  return planned.filter((key) => !others.has(epochOfRevision(revisionOf(key))));
}
