/** CRR, context-reset rate: how often a developer cleared or compacted the context at a good moment. */
import type { Score } from "../../vocabulary/units.ts";

/**
 * Returns the share of chances for a reset that were used, pulled towards one half.
 *
 * @returns null when there was none. @see docs/scoring.md, "CRR".
 * @param good - chances that were used
 * @param bad - chances that were missed, and resets at a bad moment
 */
export function contextResetRate(good: number, bad: number): Score | null {
  return good + bad === 0 ? null : (100 * (good + 1)) / (good + bad + 2);
}
