/** A score over a period's sums: what all of its sub-sessions earned, against what they took. */
import {
  eachAxis,
  hasNeeded,
  presentAxes,
  scoreOf,
  SUMMED,
  type Sums,
  weigh,
} from "../metrics/accounts/sums.ts";
import type { SummedScore } from "../metrics/baselines/baseline.ts";
import type { Ratio } from "../vocabulary/units.ts";
import { type Columns, EARNED, REFERENCE, TOOK } from "./columns.ts";
import { FEWEST_VALUES, type WeightedMean } from "./weighted-mean.ts";

/** A score, and how far each sub-session pulls it. */
export interface SummedValue extends WeightedMean {
  sums: Sums;
  /** ρ: the share of what was earned whose outcome is known. */
  evidence: Ratio;
  /** r′. */
  shrunk: number;
  /** M: the usual r′. */
  reference: number;
}

/**
 * Computes a score over sums.
 *
 * @param all - The period's sub-sessions, scoreable or not.
 * @returns null with fewer than three sub-sessions that took something on the axes that the score needs.
 * @see docs/scoring.md, "Layer 3".
 */
export function summedScore(name: SummedScore, all: Columns): SummedValue | null {
  const having = havingNeeded(name, all);
  const count = having.reduce((sum, has) => sum + has, 0);
  if (count < FEWEST_VALUES) return null;
  const sums = sumColumns(all, () => true);
  const unknown = sumColumns(all, (index) => all.unknown[index] === 1);
  const weighed = weigh(name, sums, unknown);
  if (weighed === null) return null;
  const { evidence, shrunk } = weighed;
  const reference = referenceOf(name, all, having);
  const mean = scoreOf(name, shrunk, reference);
  return {
    mean,
    pulls: pullsOn(name, all, { mean, sums, evidence }),
    count,
    sums,
    evidence,
    shrunk,
    reference,
  };
}

/** Adds up what sub-sessions earned and took, in their order. */
function sumColumns(all: Columns, counts: (index: number) => boolean): Sums {
  const add = (column: Float64Array): number => {
    let sum = 0;
    for (let index = 0; index < column.length; index += 1) if (counts(index)) sum += column[index] ?? 0;
    return sum;
  };
  return {
    earned: eachAxis((axis) => add(all[EARNED[axis]])),
    took: eachAxis((axis) => add(all[TOOK[axis]])),
  };
}

/** 1 for each sub-session that took something on an axis that the score needs. */
function havingNeeded(name: SummedScore, all: Columns): Uint8Array {
  const having = new Uint8Array(all.startedAt.length);
  for (const axis of SUMMED[name].needs) {
    const took = all[TOOK[axis]];
    for (let index = 0; index < took.length; index += 1) if ((took[index] ?? 0) > 0) having[index] = 1;
  }
  return having;
}

/** Sub-sessions of several baseline versions are held against the mean of those. */
function referenceOf(name: SummedScore, all: Columns, having: Uint8Array): number {
  const references = all[REFERENCE[name]];
  let [sum, total] = [0, 0];
  let first: number | null = null;
  let same = true;
  for (let index = 0; index < references.length; index += 1) {
    if (having[index] === 0) continue;
    const [reference, weight] = [references[index] ?? NaN, all.weight[index] ?? 0];
    first ??= reference;
    same &&= reference === first;
    sum += weight * reference;
    total += weight;
  }
  return same && first !== null ? first : sum / total;
}

interface Found {
  mean: number;
  sums: Sums;
  evidence: Ratio;
}

/** d: how far the score would move if the sub-session counted a little more. */
function pullsOn(name: SummedScore, all: Columns, { mean, sums, evidence }: Found): Float64Array {
  const pulls = new Float64Array(all.startedAt.length);
  if (!hasNeeded(sums, name)) return pulls;
  const axes = presentAxes(sums, name);
  const total = axes.reduce((sum, { weight }) => sum + weight, 0);
  const slope = (SUMMED[name].steepness * mean * (1 - mean / 100) * (1 + evidence)) / 2;
  for (const { axis, weight } of axes) {
    const [earned, took] = [sums.earned[axis], sums.took[axis]];
    if (earned === 0) continue;
    const share = (slope * weight) / total;
    for (let index = 0; index < pulls.length; index += 1) {
      const away = (all[EARNED[axis]][index] ?? 0) / earned - (all[TOOK[axis]][index] ?? 0) / took;
      pulls[index] = (pulls[index] ?? 0) + share * away;
    }
  }
  return pulls;
}
