/** Compares two groups of people, each person counting once. */
import { mean } from "../../turns/latency/percentiles.ts";
import type { Score } from "../../vocabulary/units.ts";
import type { Comparison } from "./team-answer.ts";
import { studentQuantile } from "./student.ts";

/** With fewer people the interval would contain nearly everything. */
export const FEWEST_TO_COMPARE = 3;

/** One value for each person, in the period before and in this one. */
export interface Groups {
  before: readonly Score[];
  now: readonly Score[];
}

/**
 * The difference of two groups' means with its 80 % interval.
 *
 * @returns null when either group has fewer people than `fewest`, or than three.
 * @see docs/scoring.md, "Change": Welch, developers as units.
 */
export function compareGroups({ before, now }: Groups, fewest: number): Comparison | null {
  if (Math.min(before.length, now.length) < Math.max(fewest, FEWEST_TO_COMPARE)) return null;
  const [from, to] = [mean(before) ?? 0, mean(now) ?? 0];
  const errors = [squaredError(before, from), squaredError(now, to)] as const;
  const freedom = freedomOf(errors, [before.length, now.length]);
  const halfWidth = studentQuantile(freedom) * Math.sqrt(errors[0] + errors[1]);
  const value = to - from;
  return {
    from,
    to,
    value,
    interval: [value - halfWidth, value + halfWidth],
    people: { before: before.length, now: now.length },
  };
}

/** The square of a mean's standard error. */
function squaredError(values: readonly number[], average: number): number {
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}

type Pair = readonly [before: number, now: number];

/** Degrees of freedom by Welch and Satterthwaite; groups in which all values are equal have no error. */
function freedomOf([before, now]: Pair, [countBefore, countNow]: Pair): number {
  if (before + now === 0) return Infinity;
  return (before + now) ** 2 / (before ** 2 / (countBefore - 1) + now ** 2 / (countNow - 1));
}
