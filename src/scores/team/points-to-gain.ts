/** How the inputs of Skill are spread among people, and which of them would raise Skill most. */
import { SKILL_INPUTS, type SkillInput } from "../../metrics/metrics.ts";
import type { Score } from "../../vocabulary/units.ts";
import type { PeriodScores } from "../score-period.ts";
import { eachInput, SKILL_WEIGHTS, weightOf } from "../skill-inputs.ts";
import { spreadOf } from "./spread.ts";
import type { InputSpread } from "./team-answer.ts";

type Inputs = Readonly<Record<SkillInput, Score | null>>;

/**
 * Returns the spread of each input.
 *
 * @param people - One period of each person.
 */
export function inputSpreads(people: readonly PeriodScores[]): Record<SkillInput, InputSpread> {
  const known = people.flatMap(({ skillInputs }) => skillInputs ?? []);
  return eachInput((input) => {
    const spread = spreadOf(known.flatMap((inputs) => inputs[input] ?? []));
    return { ...spread, pointsToGain: pointsToGain(input, known, spread.median) };
  });
}

/** Each person's gap to the median, in points of their Skill; the mean of all people. */
function pointsToGain(input: SkillInput, people: readonly Inputs[], median: Score | null): Score | null {
  if (median === null) return null;
  const points = people.map((inputs) => {
    const value = inputs[input];
    const present = SKILL_INPUTS.filter((name) => inputs[name] !== null);
    return value === null ? 0 : (SKILL_WEIGHTS[input] * Math.max(0, median - value)) / weightOf(present);
  });
  return points.reduce((sum, gained) => sum + gained, 0) / points.length;
}
