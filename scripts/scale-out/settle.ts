/** Waits until everything that was sent is written, examined and scored. */
import type { Figures } from "../../src/books/books.ts";
import type { Database } from "../../src/database/engine.ts";
import { nextJob } from "../../src/database/jobs/job-table.ts";
import { selectOrganizations } from "../../src/identity/organizations/table.ts";
import { newestBaselines } from "../../src/metrics/baselines/baselines-table.ts";
import { findFirstWeeks } from "../../src/metrics/baselines/learning/first-version.ts";
import { RECOMPUTES } from "../../src/metrics/baselines/recompute-table.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { openDatabaseOf, type StoreSettings } from "../../src/stores.ts";
import { findDue } from "../../src/turns/table.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { drained } from "../chaos/verify.ts";

const PATIENCE_MS = 15 * MINUTE;

/**
 * Waits for that.
 *
 * @returns The figures then, or when patience ended.
 */
export async function settled(stores: StoreSettings, requests: number): Promise<Figures> {
  const figures = await drained(stores, requests, PATIENCE_MS);
  await until(stores, async (database) => (await countWaiting(database)) === 0);
  return figures;
}

/** Waits until what is usual is learned where it can be, and all work is compared with it. */
export async function learned(stores: StoreSettings): Promise<void> {
  await until(stores, async (database) => {
    for (const { id } of await selectOrganizations(database)) {
      const { source } = await newestBaselines(database, id);
      if (source === "shipped" && (await findFirstWeeks(database, id)) !== null) return false;
    }
    return (await nextJob(database, RECOMPUTES)) === null && (await countWaiting(database)) === 0;
  });
}

async function countWaiting(database: Database): Promise<number> {
  return (await findDirty(database, 1)).length + (await findDue(database, systemClock(), 1)).length;
}

/** @throws An exception when it is not so for a quarter of an hour. */
async function until(stores: StoreSettings, holds: (database: Database) => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  const database = openDatabaseOf(stores, "read");
  try {
    while (!(await holds(database))) {
      if (performance.now() > giveUpAt) throw new Error("work is left that nobody does");
      await Bun.sleep(SECOND / 4);
    }
  } finally {
    await database.destroy();
  }
}
