/** Percentiles, medians and means of a list. */
import type { Milliseconds, Ratio } from "../../vocabulary/units.ts";

/**
 * Returns the value below which a share of the values is, interpolated between its two neighbours.
 *
 * @returns null for none; for a half the median.
 * @param sorted - Values in ascending order.
 */
export function percentile(sorted: readonly Milliseconds[], share: Ratio): number | null {
  const position = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (position - Math.floor(position));
}

/** The mean; null for none. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}

/** Returns the middle value, or the mean of the two in the middle; null for none. */
export function medianOf(values: Float64Array | readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const [below, above] = [sorted[middle - 1], sorted[middle]];
  if (above === undefined) return null;
  return sorted.length % 2 === 1 || below === undefined ? above : (below + above) / 2;
}
