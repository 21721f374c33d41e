/** Waits inside a turn: a model call failed, and the agent tried again until one worked. */
import type { Event, ModelCall } from "../../normaliser/event.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** What was waited for before a call worked. */
export interface RetryWait {
  /** The end of the first call that failed. */
  failedAt: Instant;
  /** HTTP statuses of those that failed, each once; null where none is known. */
  statuses: (number | null)[];
}

/**
 * Finds the calls of a turn that worked after others had failed.
 *
 * A prompt in between ends the wait, because the person had to ask again. So does an error that no retry can fix.
 * @param events - the turn's events by time
 * @returns the wait for each call that ended one
 * @see docs/scoring.md, "error_stall"
 */
export function findRetryWaits(events: readonly Event[]): Map<ModelCall, RetryWait> {
  const found = new Map<ModelCall, RetryWait>();
  let open: RetryWait | null = null;
  for (const event of events) {
    if (event.kind === "prompt") open = null;
    if (event.kind !== "model_call" || event.result === "unknown") continue;
    if (event.result === "failed") open = afterFailure(open, event);
    else if (open !== null) {
      found.set(event, open);
      open = null;
    }
  }
  return found;
}

function afterFailure(open: RetryWait | null, { at, status, retryable }: ModelCall): RetryWait | null {
  if (retryable === false) return null;
  if (open === null) return { failedAt: at, statuses: [status] };
  return { ...open, statuses: [...new Set([...open.statuses, status])] };
}
