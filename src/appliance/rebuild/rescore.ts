/** Makes what is derived from a window's records again from the object store, also while the server runs. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { readJob } from "../../database/jobs/job-table.ts";
import { addRescore, RESCORES } from "../../normaliser/rescore/rescore-table.ts";
import { rescoreNext } from "../../normaliser/rescore/rescore.ts";
import { hasCaughtUp } from "../../normaliser/caught-up.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { prepareDatabase } from "./forget-derived.ts";
import { areServed, tryHoldStores } from "../holding/hold-stores.ts";
import { measureAll, normaliserOf, readOutages, type RemakingParts } from "./rebuild.ts";
import { openDatabaseOf, type StoreSettings } from "../../stores.ts";

const LOOK_EVERY_MS: Milliseconds = 250;
/** A server that is started again is back sooner, and must find its directory free. */
const LONGEST_AWAY_MS: Milliseconds = 30 * SECOND;

/**
 * Examines the records of a window again, and measures the sessions that they belong to.
 *
 * A running server does it; without one this process does. Broken off, it goes on with the next `serve` or
 * `rescore`.
 *
 * @returns How many records were examined: those of every object that holds one of the window's.
 */
export async function rescore(
  stores: StoreSettings,
  window: { from: Instant; to: Instant },
  parts: RemakingParts,
): Promise<{ records: number }> {
  const database = openDatabaseOf(stores, "write");
  try {
    const { id } = await inTransaction(database, "full", (transaction) => addRescore(transaction, window));
    if (!(await workAlone(database, stores, parts))) await awaitServer(database, { stores, id }, parts);
    return { records: (await readJob(database, RESCORES, id))?.done ?? 0 };
  } finally {
    await database.destroy();
  }
}

/** Waits until a server has done it; what one that stays away has left is done here. */
async function awaitServer(
  database: Database,
  { stores, id }: { stores: StoreSettings; id: string },
  parts: RemakingParts,
): Promise<void> {
  for (let servedAt = performance.now(); !(await isOver(database, id, parts));) {
    if (await areServed(stores)) servedAt = performance.now();
    const isAway = performance.now() - servedAt > LONGEST_AWAY_MS;
    if (isAway && (await workAlone(database, stores, parts))) return;
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/** Returns false, and nothing was done, while a server is at work. */
async function workAlone(database: Database, stores: StoreSettings, parts: RemakingParts): Promise<boolean> {
  const hold = await tryHoldStores(stores, "rescore");
  if (hold === null) return false;
  try {
    const outages = await readOutages(stores, parts);
    await prepareDatabase(database);
    const normaliser = await normaliserOf(database, stores, parts.labels);
    let done = 0;
    for (
      let rescored = await rescoreNext(normaliser);
      rescored !== null;
      rescored = await rescoreNext(normaliser)
    ) {
      done += rescored;
      parts.report({ step: "records examined", done, total: done });
    }
    await measureAll(database, outages, parts);
    return true;
  } finally {
    await hold.release();
  }
}

/** Whether the server has examined the window, and measured every session that waited then. */
async function isOver(database: Database, id: string, { report }: RemakingParts): Promise<boolean> {
  const rescored = await readJob(database, RESCORES, id);
  if (rescored === null) throw new Error(`BUG: there is no rescore ${id}`);
  const { status, done, total, last_sequence: last } = rescored;
  if (status !== "completed") report({ step: "records examined", done, total });
  return status === "completed" && (last === null || (await hasCaughtUp(database, last)));
}
