/** The inputs of Skill of each sub-session put together, to show how sub-sessions lie; no score is made of it. */
import { SKILL_INPUTS } from "../../metrics/metrics.ts";
import type { Columns } from "../columns.ts";
import { LEAST_COVERAGE } from "../score-period.ts";
import { SKILL_WEIGHTS, weightOf } from "../skill-inputs.ts";

/** Gives: a value for each sub-session; NaN where its inputs have too little of the weights, as in a period's Skill. */
export function skillOfEach(scoreable: Columns): Float64Array {
  return scoreable.startedAt.map((_, index) => skillAt(scoreable, index));
}

function skillAt(scoreable: Columns, index: number): number {
  const present = SKILL_INPUTS.filter((input) => !Number.isNaN(scoreable[input][index]));
  const weight = weightOf(present);
  if (weight / weightOf(SKILL_INPUTS) < LEAST_COVERAGE) return NaN;
  return (
    present.reduce((sum, input) => sum + SKILL_WEIGHTS[input] * (scoreable[input][index] ?? 0), 0) / weight
  );
}
