/** How much the work done on two models says about what would have come of it on the other one. */
import type { Ratio } from "../../vocabulary/units.ts";

/** Sub-sessions of one kind on one model, and how many of them reached their goal. */
export interface Tried {
  subSessions: number;
  reached: number;
}

/** A: enough of both, and no harm seen. B: a few of both. C: only the rule. */
export type Grade = "A" | "B" | "C";

/** The shares compared. */
export interface Comparison {
  /** To less from; null where one of the two was never tried. */
  difference: Ratio | null;
  /** The 90 % bounds of the difference, each on its own: it is above `low` with 90 %, and below `high` with 90 %. */
  low: Ratio | null;
  high: Ratio | null;
}

/** The normal quantile of 90 %, for a bound on one side. */
const QUANTILE_90 = 1.2815515655446004;

/**
 * Compares the share of sub-sessions that reached their goal.
 *
 * @see R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics
 *   in Medicine 17 (1998), 873–890, method 10: Wilson's intervals put together, without correction for
 *   continuity.
 */
export function compareReached(from: Tried, to: Tried, quantile = QUANTILE_90): Comparison {
  if (from.subSessions === 0 || to.subSessions === 0) return { difference: null, low: null, high: null };
  const [before, after] = [wilson(from, quantile), wilson(to, quantile)];
  const difference = after.share - before.share;
  return {
    difference,
    low: difference - Math.hypot(after.share - after.low, before.high - before.share),
    high: difference + Math.hypot(after.high - after.share, before.share - before.low),
  };
}

interface Share {
  share: Ratio;
  low: Ratio;
  high: Ratio;
}

function wilson({ subSessions: n, reached }: Tried, quantile: number): Share {
  const share = reached / n;
  const square = quantile ** 2;
  const middle = (share + square / (2 * n)) / (1 + square / n);
  const half = (quantile * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n))) / (1 + square / n);
  return { share, low: middle - half, high: middle + half };
}

/** So many sub-sessions on each of the two models grade A and B ask for. */
const ENOUGH = 20;
const A_FEW = 5;

/**
 * Grades a change.
 *
 * @param leastDifference - The least difference in reached sub-sessions at which the change is right.
 * @returns null when the work that was done speaks against it.
 * @see docs/scoring.md, "Cheaper and stronger models".
 */
export function gradeOf(from: Tried, to: Tried, leastDifference: Ratio): Grade | null {
  const { low, high } = compareReached(from, to);
  const both = Math.min(from.subSessions, to.subSessions);
  if (both < A_FEW || low === null || high === null) return "C";
  if (high < leastDifference) return null;
  return both >= ENOUGH && low > leastDifference ? "A" : "B";
}
