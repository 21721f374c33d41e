/** A server's clock that a test can hold: a busy machine needs longer than the minute in which tries are counted. */
import { systemClock } from "../../src/vocabulary/clock.ts";
import type { Milliseconds } from "../../src/vocabulary/units.ts";

let heldAt: Milliseconds | null = null;

/** How far the server's clock is ahead. */
export function heldClockAheadMs(): Milliseconds {
  return heldAt === null ? 0 : heldAt - systemClock();
}

/** Holds the clock while something is done. */
export async function withHeldClock(work: () => Promise<void>): Promise<void> {
  heldAt = systemClock();
  await work().finally(() => (heldAt = null));
}
