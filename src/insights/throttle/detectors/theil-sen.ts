/** A straight line through points that outliers cannot pull away: Theil and Sen's. */
import { medianOf } from "../../../turns/latency/percentiles.ts";

/**
 * The median of the slopes between any two points.
 *
 * @returns 0 where no two points are apart.
 * @see P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968.
 * @remarks Takes as many of the one as of the other.
 */
export function medianSlope(across: readonly number[], up: readonly number[]): number {
  const slopes = new Float64Array((across.length * (across.length - 1)) / 2);
  let count = 0;
  for (let left = 0; left < across.length; left += 1) {
    for (let right = left + 1; right < across.length; right += 1) {
      const apart = (across[right] ?? 0) - (across[left] ?? 0);
      if (apart === 0) continue;
      slopes[count] = ((up[right] ?? 0) - (up[left] ?? 0)) / apart;
      count += 1;
    }
  }
  return medianOf(slopes.subarray(0, count)) ?? 0;
}
