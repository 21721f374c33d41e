/** How a sub-session's model calls ended, those of helpers left out. */

export interface CallCounts {
  succeeded: number;
  /** Calls that are known to have begun and whose end was lost or withheld. */
  unknown: number;
}

/** Whether at least one model call succeeded or is of unknown result; without one there is nothing to measure. */
export function mayHaveWorked(calls: CallCounts): boolean {
  return calls.succeeded + calls.unknown > 0;
}
