/** Compares two groups of people, each person counting once. */
import { mean } from "../../turns/latency/percentiles.ts";
import type { Score } from "../../vocabulary/units.ts";
import type { Comparison } from "./team-answer.ts";

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

/** The 90th percentile of the standard normal distribution. */
const Z = 1.2815515655446004;

/**
 * The 90th percentile of Student's distribution, right to 0.003 from two degrees of freedom on.
 *
 * @see Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5.
 */
export function studentQuantile(freedom: number): number {
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
  ];
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), Z);
}
