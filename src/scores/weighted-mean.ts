/**
 * Means over a period's sub-sessions, and how sure one can be of them.
 *
 * Loops count through plain indexes: a team's month is some hundred thousand rounds, in which iterators show.
 */

/** A mean, and how far each sub-session pulls it. */
export interface WeightedMean {
  mean: number;
  /** d: each sub-session's share of the weights times its distance from the mean; 0 where it has no value. */
  pulls: Float64Array;
  /** How many sub-sessions have a value. */
  count: number;
}

/** Fewer values than this are not enough evidence. */
export const FEWEST_VALUES = 3;

/**
 * Returns the weighted mean of the known values; null when there are fewer than three.
 *
 * @param values - NaN where a sub-session has no value.
 */
export function weightedMean(values: Float64Array, weights: Float64Array): WeightedMean | null {
  let [count, sum, total, most] = [0, 0, 0, -Infinity];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? NaN;
    if (Number.isNaN(value)) continue;
    const weight = weights[index] ?? 0;
    count += 1;
    total += weight;
    sum += weight * value;
    if (value > most) most = value;
  }
  if (count < FEWEST_VALUES) return null;
  // rounding can lift the mean of equal values above them, and a score above 100
  const mean = Math.min(sum / total, most);
  return { mean, pulls: pullsOn(mean, { values, weights, total }), count };
}

function pullsOn(
  mean: number,
  { values, weights, total }: { values: Float64Array; weights: Float64Array; total: number },
): Float64Array {
  const pulls = new Float64Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? NaN;
    if (!Number.isNaN(value)) pulls[index] = ((weights[index] ?? 0) * (value - mean)) / total;
  }
  return pulls;
}

/** Which of a period's days each sub-session falls on. */
export interface DaysOfPeriod {
  /** By sub-session, the day's place among the period's days. */
  places: Int32Array;
  count: number;
}

/** @param days - The UTC day of each sub-session. */
export function placeDays(days: Float64Array): DaysOfPeriod {
  const places = new Int32Array(days.length);
  const known = new Map<number, number>();
  let [day, place] = [NaN, -1];
  for (let index = 0; index < days.length; index += 1) {
    const next = days[index] ?? NaN;
    // mostly the same as before, because sub-sessions come by day
    if (next !== day) {
      day = next;
      place = known.get(day) ?? known.size;
      known.set(day, place);
    }
    places[index] = place;
  }
  return { places, count: known.size };
}

/**
 * Returns half of the width of a mean's 80 % interval.
 *
 * @see docs/scoring.md, "Interval".
 * @param mean - The mean with the pull of each sub-session.
 * @param days - The day of each sub-session.
 */
export function halfWidthOf({ pulls, count }: Omit<WeightedMean, "mean">, days: DaysOfPeriod): number {
  const alone = spread(pulls, count);
  // Sub-sessions of one day resemble each other; two days cannot show how much.
  if (days.count < FEWEST_DAYS) return QUANTILE * Math.sqrt(alone);
  const pullsOfDays = new Float64Array(days.count);
  for (let index = 0; index < pulls.length; index += 1) {
    const place = days.places[index] ?? 0;
    pullsOfDays[place] = (pullsOfDays[place] ?? 0) + (pulls[index] ?? 0);
  }
  return QUANTILE * Math.sqrt(Math.max(alone, spread(pullsOfDays, days.count)));
}

// The 90th percentile of the standard normal distribution.
const QUANTILE = 1.2816;
const FEWEST_DAYS = 3;

function spread(pulls: Float64Array, count: number): number {
  let squares = 0;
  for (let index = 0; index < pulls.length; index += 1) squares += (pulls[index] ?? 0) ** 2;
  // 2.1 instead of 1 keeps the interval honest for a handful of values.
  return (count / (count - 2.1)) * squares;
}
