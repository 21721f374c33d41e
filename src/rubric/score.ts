/** The arithmetic of the rubric: verdicts become dimensions, dimensions a score, the score a grade. */
import type { Score } from "../vocabulary/units.ts";
import { type Dimension, DIMENSION_CHECKS, DIMENSION_WEIGHTS, DIMENSIONS } from "./checks.ts";
import type { Verdict } from "./verdicts.ts";

/** A prompt in four numbers. */
export type Rubric = Record<Dimension, Score>;

/** What a prompt's verdicts come to. */
export interface RubricScore {
  rubric: Rubric;
  rubricScore: Score;
  grade: string;
}

/**
 * Computes the score of a prompt.
 *
 * @param verdicts - The kept verdicts, one for each check.
 * @see docs/scoring.md, "Layer 1".
 */
export function scoreVerdicts(verdicts: readonly Verdict[]): RubricScore {
  const rubric = Object.fromEntries(
    DIMENSIONS.map((dimension) => [dimension, dimensionScore(dimension, verdicts)]),
  ) as Rubric;
  const rubricScore = weigh(rubric);
  return { rubric, rubricScore, grade: gradeOf(rubricScore) };
}

function dimensionScore(dimension: Dimension, verdicts: readonly Verdict[]): Score {
  const ids: readonly string[] = DIMENSION_CHECKS[dimension];
  const counted = verdicts.filter(({ id, verdict }) => ids.includes(id) && verdict !== "na");
  if (counted.length === 0) throw new Error(`BUG: no verdict counts in ${dimension}`);
  return (100 * counted.filter(({ verdict }) => verdict === "yes").length) / counted.length;
}

function weigh(rubric: Rubric): Score {
  let sum = 0;
  for (const dimension of DIMENSIONS) sum += DIMENSION_WEIGHTS[dimension] * rubric[dimension];
  return sum;
}

const GRADES: readonly (readonly [least: Score, grade: string])[] = [
  [95, "A+"],
  [85, "A"],
  [80, "A-"],
  [75, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [55, "C"],
  [50, "C-"],
  [40, "D"],
];

function gradeOf(score: Score): string {
  return GRADES.find(([least]) => score >= least)?.[1] ?? "F";
}
