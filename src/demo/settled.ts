/** Waits until all that was sent has gone through every step. */
import type { Database } from "../database/open.ts";
import { selectOrganizations } from "../identity/organizations/table.ts";
import { newestBaselines } from "../metrics/baselines/baselines-table.ts";
import { firstDueAt } from "../metrics/baselines/learning/first-version.ts";
import { nextRecompute } from "../metrics/baselines/recompute-table.ts";
import { findDirty } from "../normaliser/dirty-table.ts";
import { findDue } from "../turns/table.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { MINUTE, type Milliseconds } from "../vocabulary/units.ts";
import { readBooks } from "../books/progress-table.ts";
import { openDatabaseOf } from "../stores.ts";

const MOST_COUNTED = 1_000;
const LOOK_EVERY_MS: Milliseconds = 100;
/** Without any step forward. */
const PATIENCE_MS: Milliseconds = 2 * MINUTE;

/** How far the steps have come. */
export interface Progress {
  /** Requests that the writer has taken. */
  written: number;
  /** Records that were looked at. */
  examined: number;
  /** Sessions to be measured, up to a thousand of them. */
  waiting: number;
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
    let [last, movedAt] = ["", performance.now()];
    for (;;) {
      const progress = await lookAt(database, requests, clock);
      if (progress.settled) return;
      looked(progress);
      const now = `${progress.written} ${progress.examined} ${progress.waiting}`;
      if (now !== last) [last, movedAt] = [now, performance.now()];
      if (performance.now() - movedAt > PATIENCE_MS)
        throw new Error("the sample data was not scored: nothing has moved for two minutes");
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
  const waiting = await countWaiting(database, clock);
  const isMeasured = isRead && waiting === 0;
  return {
    written,
    examined: examined.records,
    waiting,
    settled: isMeasured && (await isHeldStill(database)),
  };
}

/** Whether what is usual is learned where it can be, and all work is held against it: scores change no more. */
async function isHeldStill(database: Database): Promise<boolean> {
  for (const { id } of await selectOrganizations(database)) {
    const { source } = await newestBaselines(database, id);
    if (source === "shipped" && (await firstDueAt(database, id)) !== null) return false;
  }
  return (await nextRecompute(database)) === null;
}

async function countWaiting(database: Database, clock: Clock): Promise<number> {
  const dirty = await findDirty(database, MOST_COUNTED);
  return dirty.length + (await findDue(database, clock(), MOST_COUNTED)).length;
}
