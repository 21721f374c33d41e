/**
 * Deletes the files of objects that the catalogue does not list.
 *
 * A bucket knows nothing of leases: what an engine that slept asks of it is done, also after others have taken its work.
 * So the database is asked before. A file's name is noted there as removed, in a transaction that only an engine with its
 * work can commit, and only while nothing lists it. Nobody lists a name that is noted, and where several engines write, no
 * two of them give the same name, nor one of them twice (`freeKey`). Thus a deletion does no harm, however late it arrives.
 */
import { revisionOf } from "../../catalogue/object-key.ts";
import { isListed } from "../../catalogue/table.ts";
import { readShares } from "../../database/leases/nodes-table.ts";
import { epochOfRevision, tenureOf } from "../../database/leases/turn-table.ts";
import type { Database } from "../../database/open.ts";
import { mustFilesStay } from "../../database/serving/hold-database.ts";
import { inTransaction } from "../../database/transaction.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { UpkeepParts } from "./join.ts";
import { endPlan, forgetRemoved, noteRemoved, selectPlanned, selectRemoved } from "./table.ts";

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
  if (keys.length === 0 || objects.isHeld() || (await mustFilesStay(database))) return 0;
  await deleteNoted(parts, keys);
  return keys.length;
}

/** Deletes what a crash left of files that were being made from listed objects. */
export async function sweepPlanned(parts: UpkeepParts): Promise<void> {
  await removeUnlisted(parts, await selectAbandoned(parts.database));
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

/**
 * Deletes files that were never listed, at once: no backup and no reader needs them.
 *
 * @param keys - Those that are listed by now stay.
 */
export async function removeUnlisted(parts: UpkeepParts, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const unlisted = await inTransaction(parts.database, "full", async (transaction) => {
    const free: string[] = [];
    for (const key of keys) {
      await endPlan(transaction, key);
      if (!(await isListed(transaction, key))) free.push(key);
    }
    await noteRemoved(transaction, free, 0);
    return free;
  });
  await deleteNoted(parts, unlisted);
}

async function deleteNoted({ database, objects }: UpkeepParts, keys: readonly string[]): Promise<void> {
  // where one process writes, it may give a name again that it had noted before a crash
  for (const key of keys) if (!(await isListed(database, key))) await objects.remove(key);
  await inTransaction(database, "normal", (transaction) => forgetRemoved(transaction, keys));
}
