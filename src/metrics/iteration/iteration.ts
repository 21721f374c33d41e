/** IE, iteration efficiency: how few of the turns repair what the agent just did. */
import type { Ratio, Score } from "../../vocabulary/units.ts";
import { mayHaveWorked } from "../call-counts.ts";
import type { CallCounts } from "../call-counts.ts";

/** What iteration efficiency is computed from. */
export interface Iterations {
  nonTrivialTurns: number;
  repairTurns: number;
  /** At least half of the non-trivial prompts have their text or a judged intent. */
  repairsVisible: boolean;
  /** r₀ of the baselines in force. */
  usualRepairShare: Ratio;
  calls: CallCounts;
}

/**
 * Computes how efficiently a sub-session iterated.
 *
 * @returns 50 at the organization's usual share of repairs, towards 100 without repairs; null without a
 *   non-trivial turn, without a call that may have worked, and where repairs are not visible.
 * @see docs/scoring.md, "IE".
 */
export function iterationEfficiency(iterations: Iterations): Score | null {
  const { nonTrivialTurns, repairTurns, repairsVisible, usualRepairShare, calls } = iterations;
  if (nonTrivialTurns === 0 || !repairsVisible || !mayHaveWorked(calls)) return null;
  return iterationScore(repairTurns, nonTrivialTurns, usualRepairShare);
}

/** Computes the same when it is known that there is enough work. */
export function iterationScore(repairTurns: number, nonTrivialTurns: number, usualRepairShare: Ratio): Score {
  // Two baseline turns are added, so that a single turn proves little.
  const share = (repairTurns + PRIOR_TURNS * usualRepairShare) / (nonTrivialTurns + PRIOR_TURNS);
  return 100 * 0.5 ** (share / usualRepairShare);
}

const PRIOR_TURNS = 2;
