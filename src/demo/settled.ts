/** Waits until all that was sent has gone through every step. */
import type { Database } from "../database/open.ts";
import { findDirty } from "../normaliser/dirty-table.ts";
import { findDue } from "../turns/table.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { MINUTE, type Milliseconds } from "../vocabulary/units.ts";
import { readBooks } from "../books/progress-table.ts";
import { openDatabaseOf } from "../stores.ts";

const LOOK_EVERY_MS: Milliseconds = 100;
const PATIENCE_MS: Milliseconds = 2 * MINUTE;

/** How far the steps have come. */
export interface Progress {
  /** Requests that the writer has taken. */
  written: number;
  settled: boolean;
}

/**
 * Looks again and again until nothing waits.
 *
 * Takes: how many requests were sent, and what to tell after each look. Fails: when it takes too long.
 */
export async function waitUntilSettled(
  directory: string,
  { requests, clock }: { requests: number; clock: Clock },
  looked: (progress: Progress) => void,
): Promise<void> {
  const database = openDatabaseOf({ dataDir: directory }, "read");
  try {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const progress = await lookAt(database, requests, clock);
      if (progress.settled) return;
      looked(progress);
      if (performance.now() > deadline) throw new Error("the sample data was not scored in time");
      await Bun.sleep(LOOK_EVERY_MS);
    }
  } finally {
    await database.destroy();
  }
}

async function lookAt(database: Database, requests: number, clock: Clock): Promise<Progress> {
  const { persisted, duplicate, quarantined, examined } = await readBooks(database);
  const written = persisted.frames + duplicate.frames + quarantined.frames;
  const isRead = written >= requests && examined.records >= persisted.records;
  const settled = isRead && !(await isWaiting(database, clock));
  return { written, settled };
}

async function isWaiting(database: Database, clock: Clock): Promise<boolean> {
  const dirty = await findDirty(database, 1);
  return dirty.length > 0 || (await findDue(database, clock(), 1)).length > 0;
}
