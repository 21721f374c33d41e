/** The five inputs of Skill and what each weighs. */

export const SKILL_INPUTS = ["sse", "pes", "ie", "crr", "fc"] as const;

export type SkillInput = (typeof SKILL_INPUTS)[number];

/**
 * W, in points of 100.
 *
 * Source: docs/scoring.md, "Layer 3": Skill.
 */
export const SKILL_WEIGHTS: Readonly<Record<SkillInput, number>> = {
  sse: 45,
  pes: 20,
  ie: 15,
  crr: 10,
  fc: 10,
};

/** The sum of the weights of some inputs. */
export function weightOf(inputs: readonly SkillInput[]): number {
  return inputs.reduce((sum, input) => sum + SKILL_WEIGHTS[input], 0);
}

/** One value for each input. */
export function eachInput<Value>(valueFor: (input: SkillInput) => Value): Record<SkillInput, Value> {
  return {
    sse: valueFor("sse"),
    pes: valueFor("pes"),
    ie: valueFor("ie"),
    crr: valueFor("crr"),
    fc: valueFor("fc"),
  };
}
