/** Hours of latency as lines that stop where nobody called a model. */

/** One hour of one model. */
export interface LatencyPoint {
  /** The hour's start, in milliseconds. */
  at: number;
  median: number;
  high: number;
}

/** A stretch of trouble. */
export interface LatencyEpisode {
  id: string;
  from: number;
  to: number;
  /** "52 min". */
  label: string;
}

const HOUR_MS = 3_600_000;

/**
 * Returns runs of hours without a gap.
 *
 * @param points - Points by time.
 */
export function hourRuns(points: readonly LatencyPoint[]): LatencyPoint[][] {
  const runs: LatencyPoint[][] = [];
  for (const point of points) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && point.at - last.at === HOUR_MS) runs.at(-1)?.push(point);
    else runs.push([point]);
  }
  return runs;
}
