/** A person says that the clock is right, and expiry by age goes on. */
import type { Database } from "../../database/open.ts";
import { readPosition } from "../../books/progress-table.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type ClockDoubt, readOpenDoubt, saveDoubt, saveLastArrival } from "./doubts-table.ts";

/** The clock shows a time before the program was built, so it cannot be right. */
export interface ClockBeforeBuild {
  kind: "clock_before_build";
  builtAt: Instant;
}

/**
 * Ends the doubt that goes on, and has the next start compare the clock with this moment.
 *
 * @param transaction - A write transaction, also next to a running server.
 * @param clock - What the clock shows, and when the program was built, null when that is not known.
 * @returns The doubt that ended; null when there was none. The problem when the clock cannot be right; then nothing
 * is changed.
 */
export async function confirmClock(
  transaction: Database,
  { now, builtAt }: { now: Instant; builtAt: Instant | null },
): Promise<Result<ClockDoubt | null, ClockBeforeBuild>> {
  if (builtAt !== null && now < builtAt) return fail({ kind: "clock_before_build", builtAt });
  const open = await readOpenDoubt(transaction);
  if (open !== null) {
    const lastSequence = (await readPosition(transaction, "writer"))?.sequence ?? 0;
    await saveDoubt(transaction, { ...open, endedAt: now, lastSequence });
  }
  await saveLastArrival(transaction, now);
  return succeed(open);
}
