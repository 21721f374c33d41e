/** Two ways of taking a middle, each pulled towards a prior. */

/** How many observations a prior counts as. */
export const PRIOR_WEIGHT = 8;
/** Values above this many medians count as so many. */
const OUTLIER = 4;

/** The mean of values, outliers cut, pulled towards the prior. */
export function pulledMean(values: readonly number[], prior: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const most = OUTLIER * (sorted[Math.floor(sorted.length / 2)] ?? 0);
  const sum = values.reduce((total, value) => total + Math.min(value, most), 0);
  return (sum + PRIOR_WEIGHT * prior) / (values.length + PRIOR_WEIGHT);
}

/** The value below which a share of the values is, pulled towards the prior. */
export function pulledQuantile(share: number, values: readonly number[], prior: number): number {
  const n = values.length;
  const found = values.toSorted((left, right) => left - right)[Math.floor(n * share)] ?? 0;
  return (n * found + PRIOR_WEIGHT * prior) / (n + PRIOR_WEIGHT);
}
