/** The points of a metric, of whichever kind it is. */
import type { Metric } from "../vocabulary/otlp.ts";

const KINDS = ["sum", "gauge", "histogram", "exponentialHistogram", "summary"] as const;

/** Returns how many points a metric has. */
export function countPoints(metric: Metric): number {
  return KINDS.reduce((count, kind) => count + (metric[kind]?.dataPoints?.length ?? 0), 0);
}

/**
 * Cuts a metric between its points.
 *
 * @returns Metrics that differ in their points only, at most so many each, in their order; the metric itself
 *   when it has no more of them, or is of two kinds at once.
 */
export function cutMetric(metric: Metric, most: number): Metric[] {
  const [kind, ...others] = KINDS.filter((name) => metric[name] !== undefined);
  if (kind === undefined || others.length > 0 || countPoints(metric) <= most) return [metric];
  const points = metric[kind]?.dataPoints ?? [];
  const count = Math.ceil(points.length / most);
  return Array.from({ length: count }, (_, piece) => ({
    ...metric,
    [kind]: { ...metric[kind], dataPoints: points.slice(piece * most, (piece + 1) * most) },
  }));
}
