/** Combines the inputs of Skill of each sub-session, only to show how sub-sessions are spread. */
import { SKILL_INPUTS } from "../../metrics/metrics.ts";
import { eachAxis, NOTHING, scoreOf, weigh } from "../../metrics/accounts/sums.ts";
import { type Columns, EARNED, REFERENCE, TOOK } from "../columns.ts";
import { LEAST_COVERAGE } from "../score-period.ts";
import { SKILL_WEIGHTS, weightOf } from "../skill-inputs.ts";

const WHOLE_WEIGHT = weightOf(SKILL_INPUTS);

/**
 * Returns a value for each sub-session; NaN where its inputs have too little of the weights, as in a period's
 * Skill.
 */
export function skillOfEach(all: Columns): Float64Array {
  const rows = all.startedAt.length;
  const [sums, weights] = [new Float64Array(rows), new Float64Array(rows)];
  for (const input of SKILL_INPUTS) addInput(all[input], SKILL_WEIGHTS[input], { sums, weights });
  for (let row = 0; row < rows; row += 1) {
    const weight = weights[row] ?? 0;
    sums[row] = weight / WHOLE_WEIGHT < LEAST_COVERAGE ? NaN : (sums[row] ?? NaN) / weight;
  }
  return sums;
}

/**
 * Returns the score of each scoreable sub-session as if it were a period of its own; NaN for the others.
 *
 * @see docs/scoring.md, "Layer 3".
 */
export function summedOfEach(name: "speed" | "efficiency", rows: Columns): Float64Array {
  const scores = new Float64Array(rows.startedAt.length).fill(NaN);
  for (let row = 0; row < scores.length; row += 1) {
    if (rows.scoreable[row] === 0) continue;
    const sums = {
      earned: eachAxis((axis) => rows[EARNED[axis]][row] ?? 0),
      took: eachAxis((axis) => rows[TOOK[axis]][row] ?? 0),
    };
    const weighed = weigh(name, sums, rows.unknown[row] === 1 ? sums : NOTHING);
    if (weighed !== null) scores[row] = scoreOf(name, weighed.shrunk, rows[REFERENCE[name]][row] ?? NaN);
  }
  return scores;
}

/** Column by column, because a team's quarter has hundreds of thousands of sub-sessions. */
function addInput(
  values: Float64Array,
  weight: number,
  { sums, weights }: { sums: Float64Array; weights: Float64Array },
): void {
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? NaN;
    if (Number.isNaN(value)) continue;
    sums[row] = (sums[row] ?? 0) + weight * value;
    weights[row] = (weights[row] ?? 0) + weight;
  }
}
