/** Which input of Skill costs most points where it is under 50. */
import { SKILL_INPUTS, type SkillInput } from "../../../metrics/metrics.ts";
import { SKILL_WEIGHTS } from "../../../scores/skill-inputs.ts";
import type { Score } from "../../../vocabulary/units.ts";

/** The inputs of Skill of some work; null is "not enough evidence". */
export type InputValues = Readonly<Record<SkillInput, Score | null>>;

/** What a usual input is worth. */
const USUAL: Score = 50;

/**
 * The input with the largest W·(50 − x̄).
 *
 * @returns null when no other input is under 50. Of equal ones the one that weighs more.
 * @see docs/scoring.md, "Advisor".
 * @remarks Takes the inputs that are left alone for now.
 */
export function weakestInput(values: InputValues, resting: ReadonlySet<SkillInput>): SkillInput | null {
  let [weakest, most]: [SkillInput | null, number] = [null, 0];
  for (const input of SKILL_INPUTS) {
    const value = values[input];
    if (value === null || resting.has(input)) continue;
    const cost = SKILL_WEIGHTS[input] * (USUAL - value);
    if (cost > most) [weakest, most] = [input, cost];
  }
  return weakest;
}

/** Whether some work has inputs, and none that needs advice. */
export function isStrong(values: InputValues): boolean {
  return !hasNoInput(values) && weakestInput(values, NONE) === null;
}

const NONE: ReadonlySet<SkillInput> = new Set();

/** Whether some work has no input at all. */
export function hasNoInput(values: InputValues): boolean {
  return SKILL_INPUTS.every((input) => values[input] === null);
}
