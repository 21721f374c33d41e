/** Means over a period's sub-sessions, and how sure one can be of them. */

/** A mean, and how far each sub-session pulls it. */
export interface WeightedMean {
  mean: number;
  /** d: each sub-session's share of the weights times its distance from the mean; 0 where it has no value. */
  pulls: number[];
  /** How many sub-sessions have a value. */
  count: number;
}

/** Fewer values than these are no evidence. */
export const FEWEST_VALUES = 3;

/** The weighted mean of the values there are; null when they are fewer than three. */
export function weightedMean(
  values: readonly (number | null)[],
  weights: readonly number[],
): WeightedMean | null {
  const weighed = values.map((value, index) => ({
    value,
    weight: value === null ? 0 : (weights[index] ?? 0),
  }));
  const count = values.filter((value) => value !== null).length;
  if (count < FEWEST_VALUES) return null;
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const mean = weighed.reduce((sum, { value, weight }) => sum + weight * (value ?? 0), 0) / total;
  const pulls = weighed.map(({ value, weight }) => (value === null ? 0 : (weight * (value - mean)) / total));
  return { mean, pulls, count };
}

/**
 * Half of the width of a mean's 80 % interval.
 *
 * Takes: the pulls on the mean, how many sub-sessions have a value, and each sub-session's UTC day.
 * Source: docs/scoring.md, "Interval".
 */
export function halfWidthOf({ pulls, count }: Omit<WeightedMean, "mean">, days: readonly number[]): number {
  const alone = spread(pulls, count);
  const byDay = Map.groupBy(pulls.keys(), (index) => days[index]);
  // Sub-sessions of one day resemble each other; two days cannot show how much.
  if (byDay.size < FEWEST_DAYS) return QUANTILE * Math.sqrt(alone);
  const pullsOfDays = [...byDay.values()].map((indices) =>
    indices.reduce((sum, index) => sum + (pulls[index] ?? 0), 0),
  );
  return QUANTILE * Math.sqrt(Math.max(alone, spread(pullsOfDays, byDay.size)));
}

// The 90th percentile of the standard normal distribution.
const QUANTILE = 1.2816;
const FEWEST_DAYS = 3;

function spread(pulls: readonly number[], count: number): number {
  const squares = pulls.reduce((sum, pull) => sum + pull * pull, 0);
  // 2.1 instead of 1 keeps the interval honest for a handful of values.
  return (count / (count - 2.1)) * squares;
}
