/** Percentiles of a list of durations. */
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
