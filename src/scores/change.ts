/** How a developer's scores changed against the equally long period before. */
import type { Score } from "../vocabulary/units.ts";
import { eachScore } from "./score-period.ts";
import type { PeriodScores, ScoredPeriod, ScoreName } from "./score-period.ts";
import { SKILL_INPUTS, type SkillInput } from "../metrics/metrics.ts";
import { SKILL_WEIGHTS, eachInput, weightOf } from "./skill-inputs.ts";

/** A difference in points with its 80 % interval; a change is shown where the interval leaves out 0. */
export interface ScoreChange {
  value: number;
  interval: [low: number, high: number];
}

/** How one input of Skill changed, and how many points of Skill that was. */
export interface InputChange {
  from: Score;
  to: Score;
  points: number;
}

export interface Change extends Readonly<Record<ScoreName, ScoreChange | null>> {
  inputs: Readonly<Record<SkillInput, InputChange | null>>;
}

/**
 * Compares a period with the one before.
 *
 * @returns null when this period has no numbers yet; a score or an input is null when either side has none.
 * @see docs/scoring.md, "Change".
 */
export function changeBetween(current: PeriodScores, previous: PeriodScores): Change | null {
  if (current.state === "learning") return null;
  const before = previous.state === "learning" ? null : previous;
  return {
    ...eachScore((name) => scoreChange(name, current, before)),
    inputs: inputChanges(current, before),
  };
}

function scoreChange(
  name: ScoreName,
  current: ScoredPeriod,
  before: ScoredPeriod | null,
): ScoreChange | null {
  const to = measured(name, current);
  const from = measured(name, before);
  if (to === null || from === null) return null;
  const value = to.score - from.score;
  const halfWidth = Math.hypot(to.halfWidth, from.halfWidth);
  return { value, interval: [value - halfWidth, value + halfWidth] };
}

function measured(name: ScoreName, period: ScoredPeriod | null): { score: Score; halfWidth: number } | null {
  const score = period?.[name] ?? null;
  const halfWidth = period?.halfWidth[name] ?? null;
  return score === null || halfWidth === null ? null : { score, halfWidth };
}

function inputChanges(current: ScoredPeriod, before: ScoredPeriod | null): Change["inputs"] {
  const sides = eachInput((input) => ({
    from: before?.skillInputs[input] ?? null,
    to: current.skillInputs[input],
  }));
  const onBothSides = SKILL_INPUTS.filter((input) => sides[input].from !== null && sides[input].to !== null);
  return eachInput((input) => {
    const { from, to } = sides[input];
    if (from === null || to === null) return null;
    return { from, to, points: (SKILL_WEIGHTS[input] * (to - from)) / weightOf(onBothSides) };
  });
}
