/** Pulls what was observed towards the shipped baselines, so that a few observations change little. */
import { medianOf } from "../../../turns/latency/percentiles.ts";
import type { Ratio } from "../../../vocabulary/units.ts";
import { shippedBaselines } from "../baseline.ts";

/**
 * A baseline of a quantity: the median of the logarithms observed, pulled towards the prior by eight observations.
 */
export function pullMedian(observed: readonly number[], prior: number): number {
  const n = observed.length;
  if (n === 0) return prior;
  const logs = observed.map(Math.log).sort((left, right) => left - right);
  return Math.exp((n * (medianOf(logs) ?? 0) + PRIOR_WEIGHT * Math.log(prior)) / (n + PRIOR_WEIGHT));
}

/** A baseline of a value: the mean observed, pulled towards the prior by eight observations. */
export function pullMean(observed: readonly number[], prior: number): number {
  const sum = observed.reduce((total, value) => total + value, 0);
  return (sum + PRIOR_WEIGHT * prior) / (observed.length + PRIOR_WEIGHT);
}

/** r₀: the baseline share of repair turns, never so small that a single repair counts too much. */
export function pullRepairShare(observed: readonly Ratio[]): Ratio {
  return Math.max(SMALLEST_REPAIR_SHARE, pullMean(observed, shippedBaselines.repairShare));
}

const PRIOR_WEIGHT = 8;
const SMALLEST_REPAIR_SHARE = 0.05;
