/** Counts observations by size, for graphs of how long or how large something usually is. */

/** The observations so far. */
export interface HistogramCounts {
  /** How many observations were at most as large as each bound, smaller ones included. */
  buckets: { upTo: number; count: number }[];
  count: number;
  sum: number;
}

/** A running count. */
export interface Histogram {
  observe(value: number): void;
  /** Returns a copy that does not change any more. */
  snapshot(): HistogramCounts;
}

/** @param bounds - The bounds, ascending; what is above the last is counted only in `count`. */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0);
  let [count, sum] = [0, 0];
  return {
    observe(value) {
      count += 1;
      sum += value;
      const bucket = bounds.findIndex((bound) => value <= bound);
      if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    snapshot() {
      let below = 0;
      const buckets = bounds.map((upTo, index) => ({ upTo, count: (below += counts[index] ?? 0) }));
      return { buckets, count, sum };
    },
  };
}
