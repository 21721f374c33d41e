/** CRR, context-reset rate: how often a developer cleared or compacted the context at a good moment. */
import type { Score } from "../../vocabulary/units.ts";

/**
 * Returns the share of chances for a reset that were used, pulled towards one half.
 *
 * @see docs/scoring.md, "CRR".
 * @param good - Chances that were used.
 * @param bad - Chances that were missed, and resets at a bad moment.
 * @returns null when there was no chance.
 */
export function contextResetRate(good: number, bad: number): Score | null {
  return good + bad === 0 ? null : (100 * (good + 1)) / (good + bad + 2);
}
