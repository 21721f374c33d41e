/** Sums of accounts: what turns took and earned together, and how good that is. */
import type { Ratio, Score } from "../../vocabulary/units.ts";
import type { SummedScore } from "../baselines/baseline.ts";
import { AXES, type Axis } from "./turn-account.ts";

/** What was earned (A) and taken (X) on each axis. */
export interface Sums {
  earned: Readonly<Record<Axis, number>>;
  took: Readonly<Record<Axis, number>>;
}

/** The usual r′ around which outcomes work. */
export const USUAL: number = -0.1;

interface SummedFormula {
  weights: Readonly<Partial<Record<Axis, number>>>;
  /** One of these axes must be there: the others say nothing without them. */
  needs: readonly Axis[];
  /** How fast the score rises with r′. */
  steepness: number;
}

/**
 * The formulas over sums.
 *
 * @see docs/scoring.md, "Layer 3".
 */
export const SUMMED: Readonly<Record<SummedScore, SummedFormula>> = {
  sse: { weights: { t: 0.35, n: 0.3, h: 0.35 }, needs: ["t", "h"], steepness: 3.6 },
  speed: { weights: { k: 1 }, needs: ["k"], steepness: 2.4 },
  efficiency: { weights: { t: 0.6, n: 0.4 }, needs: ["t"], steepness: 2.5 },
};

/** Makes one value for each axis. */
export function eachAxis<Value>(valueOf: (axis: Axis) => Value): Record<Axis, Value> {
  return { t: valueOf("t"), n: valueOf("n"), h: valueOf("h"), k: valueOf("k") };
}

export const NOTHING: Sums = { earned: eachAxis(() => 0), took: eachAxis(() => 0) };

/** Adds up sums in the order given. */
export function addSums(all: readonly Sums[]): Sums {
  const [earned, took] = [eachAxis(() => 0), eachAxis(() => 0)];
  for (const sums of all) {
    for (const axis of AXES) {
      earned[axis] += sums.earned[axis];
      took[axis] += sums.took[axis];
    }
  }
  return { earned, took };
}

/** `clip(ln(A / X), −1, 1)`; −1 when nothing was earned, null when nothing was taken. */
export function axisOf({ earned, took }: Sums, axis: Axis): number | null {
  if (took[axis] === 0) return null;
  if (earned[axis] === 0) return -1;
  return Math.max(-1, Math.min(1, Math.log(earned[axis] / took[axis])));
}

/** Returns the axes that have a value, each with its weight in the formula. */
export function presentAxes(sums: Sums, score: SummedScore): { axis: Axis; weight: number; value: number }[] {
  const { weights } = SUMMED[score];
  return AXES.flatMap((axis) => {
    const weight = weights[axis];
    const value = axisOf(sums, axis);
    return weight === undefined || value === null ? [] : [{ axis, weight, value }];
  });
}

/** Whether sums have what a formula needs. */
export function hasNeeded({ took }: Sums, score: SummedScore): boolean {
  return SUMMED[score].needs.some((axis) => took[axis] > 0);
}

/** r′ and the evidence in it. */
export interface Weighed {
  /** r: the weighted mean of the axes. */
  r: number;
  /** ρ: the share of what was earned whose outcome is known. */
  evidence: Ratio;
  /** r′: r, as far as outcomes are known; half way to the usual where none is. */
  shrunk: number;
}

/**
 * Weighs the axes of sums.
 *
 * @param ofUnknown - Those of the sums whose outcome is unknown.
 * @returns null where the formula has not what it needs.
 * @see docs/scoring.md, "Layer 3": evidence.
 */
export function weigh(score: SummedScore, sums: Sums, ofUnknown: Sums): Weighed | null {
  if (!hasNeeded(sums, score)) return null;
  const axes = presentAxes(sums, score);
  const total = axes.reduce((sum, { weight }) => sum + weight, 0);
  const r = axes.reduce((sum, { weight, value }) => sum + weight * value, 0) / total;
  const known = axes.reduce((sum, { axis, weight }) => sum + weight * evidenceOf(sums, ofUnknown, axis), 0);
  const evidence = known / total;
  return { r, evidence, shrunk: USUAL + ((1 + evidence) / 2) * (r - USUAL) };
}

function evidenceOf({ earned }: Sums, ofUnknown: Sums, axis: Axis): Ratio {
  return earned[axis] === 0 ? 0 : 1 - ofUnknown.earned[axis] / earned[axis];
}

/**
 * Returns r′ as a score.
 *
 * @param reference - The usual r′: m of a sub-session, M of a period.
 * @returns 50 at the reference.
 */
export function scoreOf(score: SummedScore, shrunk: number, reference: number): Score {
  return 100 / (1 + Math.exp(-SUMMED[score].steepness * (shrunk - reference)));
}
