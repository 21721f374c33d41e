/** What each input of Skill weighs. */
import { eachSkillInput, type SkillInput } from "../metrics/metrics.ts";

/** W, in points of 100. */
export const SKILL_WEIGHTS: Readonly<Record<SkillInput, number>> = eachSkillInput(
  ({ skillWeight }) => skillWeight,
);

/** The sum of the weights of some inputs. */
export function weightOf(inputs: readonly SkillInput[]): number {
  return inputs.reduce((sum, input) => sum + SKILL_WEIGHTS[input], 0);
}

/** One value for each input. */
export function eachInput<Value>(valueFor: (input: SkillInput) => Value): Record<SkillInput, Value> {
  return eachSkillInput(({ name }) => valueFor(name));
}
