/** How far each input of somebody's Skill is from what is usual, and which one holds it down most. */
import { SKILL_INPUTS, type SkillInput } from "../../../metrics/metrics.ts";
import { eachInput, SKILL_WEIGHTS, weightOf } from "../../../scores/skill-inputs.ts";
import { FEWEST_PEOPLE } from "../../../scores/team/spread.ts";
import { medianOf } from "../../../turns/latency/percentiles.ts";
import type { Ratio, Score } from "../../../vocabulary/units.ts";

/** Each input; null is "not enough evidence". */
export type InputScores = Readonly<Record<SkillInput, Score | null>>;

/** What an input is held against. */
export interface Reference {
  value: Score;
  /** The median of at least five people, or of somebody's tasks where fewer have it. */
  of: "organization" | "own";
}

/** One input of somebody. */
export interface InputGap {
  value: Score | null;
  reference: Reference | null;
  /** Its share of Skill, among the inputs that have a value. */
  share: Ratio | null;
  /** How many points of Skill the distance to the reference costs; 0 where it is not below. */
  points: number | null;
}

export type InputGaps = Readonly<Record<SkillInput, InputGap>>;

/**
 * Returns the medians of people's inputs.
 *
 * @returns null where fewer than five people have the input: a value would show whose it is.
 */
export function mediansOf(people: readonly InputScores[]): InputScores {
  return eachInput((input) => {
    const values = people.flatMap((scores) => scores[input] ?? []);
    return values.length < FEWEST_PEOPLE ? null : medianOf(values);
  });
}

/**
 * Holds somebody's inputs against the medians of the organization; against those of their own tasks where there
 * are none.
 */
export function gapsOf(
  value: InputScores,
  medians: { organization: InputScores; own: InputScores },
): InputGaps {
  const weights = weightOf(SKILL_INPUTS.filter((input) => value[input] !== null));
  return eachInput((input) => {
    const reference = referenceOf(medians.organization[input], medians.own[input]);
    const score = value[input];
    if (score === null || reference === null) return { value: score, reference, share: null, points: null };
    const share = SKILL_WEIGHTS[input] / weights;
    return { value: score, reference, share, points: share * Math.max(0, reference.value - score) };
  });
}

function referenceOf(organization: Score | null, own: Score | null): Reference | null {
  if (organization !== null) return { value: organization, of: "organization" };
  return own === null ? null : { value: own, of: "own" };
}

/** Returns the input that costs most points; null when none costs any. */
export function weakestOf(gaps: InputGaps): SkillInput | null {
  let [weakest, most]: [SkillInput | null, number] = [null, 0];
  for (const input of SKILL_INPUTS) {
    const points = gaps[input].points ?? 0;
    if (points > most) [weakest, most] = [input, points];
  }
  return weakest;
}
