/** A data directory that nobody serves: how a test reads it, changes it, and joins its objects. */
import { loadPrices } from "../../src/appliance/load-prices.ts";
import type { Database } from "../../src/database/open.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { joinObjects } from "../../src/writer/upkeep/join.ts";
import { selectOutlines } from "../../src/writer/upkeep/object-table.ts";
import { planJoins } from "../../src/writer/upkeep/plan-joins.ts";
import { localStores, openDatabaseOf, openObjectsOf } from "../../src/stores.ts";
import { GivenKeys } from "../../src/writer/upkeep/given-keys.ts";

/** What a rebuild or a rescore works with when nobody listens. */
export const quietly = {
  clock: systemClock,
  prices: loadPrices({ pricesFile: null }),
  adopts: false,
  report: () => {},
};

/**
 * Joins all objects that can be, as the upkeep does once the day is over.
 *
 * @throws An exception when there are none, or some are left.
 */
export async function joinAll(directory: string): Promise<void> {
  const tomorrow = () => systemClock() + 2 * DAY;
  await writingTo(directory, async (database) => {
    const stored = openObjectsOf(localStores(directory));
    const parts = { database, objects: stored, givenKeys: new GivenKeys(), clock: tomorrow };
    const objects = await selectOutlines(database, {});
    const runs = planJoins(objects, tomorrow());
    // where an appliance ran for a minute, its upkeep may have joined them
    const areJoined = objects.some(({ firstSequence, lastSequence }) => lastSequence > firstSequence);
    if (runs.length === 0 && !areJoined) throw new Error("there is nothing to join");
    for (const run of runs) await joinObjects(parts, run);
    const left = planJoins(await selectOutlines(database, {}), tomorrow());
    if (left.length > 0) throw new Error(`${left.length} runs of objects are not joined`);
  });
}

export async function writingTo(
  directory: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabaseOf(localStores(directory), "write");
  await work(database);
  await database.destroy();
}

export async function readFrom<Value>(
  directory: string,
  read: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabaseOf(localStores(directory), "read");
  try {
    return await read(database);
  } finally {
    await database.destroy();
  }
}
