/** What is in the middle and near the end of a sample of measurements. */

/** Returns the number under which this share of them is; 0 for none at all. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Returns the one in the middle. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}
