/** IE, iteration efficiency: how few of the turns repair what the agent just did. */
import type { Ratio, Score } from "../../vocabulary/units.ts";

/** What iteration efficiency is computed from. */
export interface Iterations {
  /** The non-trivial turns that are change turns or repair turns. */
  countedTurns: number;
  repairTurns: number;
  /** At least half of the non-trivial prompts have their text or a judged intent. */
  repairsVisible: boolean;
  /** Whether a call succeeded or is of unknown result. */
  mayHaveWorked: boolean;
  /** r₀ of the baselines in force. */
  usualRepairShare: Ratio;
}

/**
 * Computes how efficiently a sub-session iterated.
 *
 * @returns 50 at the organization's usual share of repairs, towards 100 without repairs; null where no turn is
 *   counted, without a call that may have worked, and where repairs are not visible.
 * @see docs/scoring.md, "IE".
 */
export function iterationEfficiency(iterations: Iterations): Score | null {
  const { countedTurns, repairTurns, usualRepairShare } = iterations;
  if (!iterationScoreNeeds(iterations)) return null;
  // Two baseline turns are added, so that a single turn proves little.
  const share = (repairTurns + PRIOR_TURNS * usualRepairShare) / (countedTurns + PRIOR_TURNS);
  return 100 * 0.5 ** (share / usualRepairShare);
}

const PRIOR_TURNS = 2;

/** Whether there is enough evidence. */
export function iterationScoreNeeds(work: Omit<Iterations, "usualRepairShare">): boolean {
  return work.countedTurns > 0 && work.repairsVisible && work.mayHaveWorked;
}
