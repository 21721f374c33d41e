/** How values are distributed, without saying whose they are. */
import { percentile } from "../../turns/latency/percentiles.ts";
import type { Score } from "../../vocabulary/units.ts";
import type { Histogram, Spread } from "./team-answer.ts";

/** With fewer people a value without a name would still show whose it is. */
export const FEWEST_PEOPLE = 5;

/** @param values - One value for each person, in any order. */
export function spreadOf(values: readonly Score[]): Spread {
  const people = values.length;
  if (people < FEWEST_PEOPLE) return { people, median: null, middleHalf: null, tenths: null };
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number => percentile(sorted, share) ?? 0;
  return { people, median: at(0.5), middleHalf: [at(0.25), at(0.75)], tenths: [at(0.1), at(0.9)] };
}

const COLUMN_POINTS = 5;
const COLUMNS = 100 / COLUMN_POINTS;

/** @param work - For each person the values of their sub-sessions, NaN where one has none. */
export function histogramOf(work: readonly Float64Array[]): Histogram {
  const counts = Array.from({ length: COLUMNS }, () => 0);
  let [people, subSessions] = [0, 0];
  for (const ofOne of work) {
    const found = addValues(ofOne, counts);
    people += Number(found > 0);
    subSessions += found;
  }
  return people < FEWEST_PEOPLE
    ? { people, subSessions: null, counts: null }
    : { people, subSessions, counts };
}

/** Returns how many values there are. A plain loop, because a team's quarter has millions of them. */
function addValues(values: Float64Array, counts: number[]): number {
  let found = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? NaN;
    if (Number.isNaN(value)) continue;
    const column = Math.min(COLUMNS - 1, Math.floor(value / COLUMN_POINTS));
    counts[column] = (counts[column] ?? 0) + 1;
    found += 1;
  }
  return found;
}
