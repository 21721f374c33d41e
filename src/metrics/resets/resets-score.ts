/** CRR, context-reset rate: how often a developer made the context smaller when it was time. */
import type { Score } from "../../vocabulary/units.ts";

/**
 * The share of chances for a reset that were kept, pulled towards one half.
 *
 * @returns null when there was neither.
 * @see docs/scoring.md, "CRR".
 * @remarks Takes chances kept, and chances let pass together with resets that did harm.
 */
export function contextResetRate(good: number, bad: number): Score | null {
  return good + bad === 0 ? null : (100 * (good + 1)) / (good + bad + 2);
}
