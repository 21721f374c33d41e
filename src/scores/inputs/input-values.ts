/** The inputs of Skill over one period, each with its interval. */
import type { SkillInput } from "../../metrics/metrics.ts";
import type { Columns } from "../columns.ts";
import { countScoreable, daysOf, inputMeans, intervalAround } from "../score-period.ts";
import { eachInput } from "../skill-inputs.ts";
import { FEWEST_VALUES, halfWidthOf } from "../weighted-mean.ts";
import type { InputValue } from "./input-answer.ts";

/**
 * Returns the values that `scorePeriod` puts together to Skill.
 *
 * @param rows - What `scorePeriod` takes.
 * @see docs/scoring.md, "Skill" and "Interval".
 */
export function inputValues(rows: Columns): Record<SkillInput, InputValue> {
  const days = daysOf(rows);
  const means = countScoreable(rows) < FEWEST_VALUES ? null : inputMeans(rows);
  return eachInput((input) => {
    const values = rows[input];
    const mean = means?.[input] ?? null;
    return {
      value: mean?.mean ?? null,
      interval: intervalAround(mean, mean && halfWidthOf(mean, days)),
      subSessions: values.reduce((count, value) => count + Number(!Number.isNaN(value)), 0),
    };
  });
}
