/** Whether everything that was received has been computed: the one place that answers it. */
import { findArrival, readUnexamined, type Waiting } from "../books/lag-table.ts";
import { readPosition } from "../books/progress-table.ts";
import type { Database } from "../database/open.ts";
import { type Instant, SECOND } from "../vocabulary/units.ts";
import { AFTER_BATCHES, findDirty } from "./dirty-table.ts";
import { readWaiting } from "./waiting-table.ts";

/** So many sessions may wait for so long; under a steady load many wait for a moment. */
const BACKLOG = { sessions: 50, longestWaitMs: 10 * SECOND };

/** What is left to do of what is written. */
export interface Left {
  /** Written and not examined. */
  unexamined: Waiting;
  /** Sessions that were examined and not measured; `since` is the arrival of the batch that changed the first. */
  unmeasured: { sessions: number; since: Instant | null };
}

/** Returns what is left to examine and to measure, of messages up to a sequence. */
export async function readLeft(database: Database, upTo: number = Number.MAX_SAFE_INTEGER): Promise<Left> {
  const { sessions, sequence } = await readWaiting(database, upTo);
  const since = sequence === null ? null : await findArrival(database, sequence);
  return { unexamined: await readUnexamined(database, upTo), unmeasured: { sessions, since } };
}

/** Whether nothing is left to do. */
export function isNothing({ unexamined, unmeasured }: Left): boolean {
  return unexamined.records === 0 && unmeasured.sessions === 0;
}

/** Whether everything up to the sequence is written, examined and measured. */
export async function hasCaughtUp(database: Database, sequence: number): Promise<boolean> {
  if (((await readPosition(database, "writer"))?.sequence ?? 0) < sequence) return false;
  return isNothing(await readLeft(database, sequence));
}

/** Whether measuring is behind, so that what is computed for a whole day now would only change again. */
export async function isBehind(database: Database, now: Instant): Promise<boolean> {
  const next = (await findDirty(database, BACKLOG.sessions))[BACKLOG.sessions - 1];
  if (next === undefined || next.sequence === AFTER_BATCHES) return false;
  const arrivedAt = await findArrival(database, next.sequence);
  return arrivedAt !== null && now - arrivedAt > BACKLOG.longestWaitMs;
}
