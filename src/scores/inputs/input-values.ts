/** The inputs of Skill over one period, each with its interval. */
import type { SkillInput } from "../../metrics/metrics.ts";
import type { Columns } from "../columns.ts";
import { daysOf, intervalAround } from "../score-period.ts";
import { eachInput } from "../skill-inputs.ts";
import { halfWidthOf, weightedMean } from "../weighted-mean.ts";
import type { InputValue } from "./input-answer.ts";

/**
 * Returns the values that `scorePeriod` puts together to Skill.
 *
 * @param scoreable - What `scorePeriod` takes.
 * @see docs/scoring.md, "Skill" and "Interval".
 */
export function inputValues(scoreable: Columns): Record<SkillInput, InputValue> {
  const days = daysOf(scoreable);
  return eachInput((input) => {
    const values = scoreable[input];
    const mean = weightedMean(values, scoreable.usualTurns);
    return {
      value: mean?.mean ?? null,
      interval: intervalAround(mean, mean && halfWidthOf(mean, days)),
      subSessions: values.reduce((count, value) => count + Number(!Number.isNaN(value)), 0),
    };
  });
}
