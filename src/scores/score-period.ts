/** Layer 3: a developer's Skill, Speed and Efficiency over one period. */
import { type Columns } from "./columns.ts";
import { DAY } from "../vocabulary/units.ts";
import type { Ratio, Score } from "../vocabulary/units.ts";
import { SKILL_INPUTS, type SkillInput } from "../metrics/metrics.ts";
import { SKILL_WEIGHTS, eachInput, weightOf } from "./skill-inputs.ts";
import type { SummedScore } from "../metrics/baselines/baseline.ts";
import { type SummedValue, summedScore } from "./summed-score.ts";
import {
  type DaysOfPeriod,
  FEWEST_VALUES,
  halfWidthOf,
  placeDays,
  type WeightedMean,
  weightedMean,
} from "./weighted-mean.ts";

export type ScoreName = "skill" | "speed" | "efficiency";

/** Low and high end, within 0 to 100. */
export type Interval = [low: Score, high: Score];

/** What a period shows; every number is null while there are fewer than three scoreable sub-sessions. */
export type PeriodScores = ScoredPeriod | LearningPeriod;

export interface ScoredPeriod extends Readonly<Record<ScoreName, Score | null>> {
  state: "scored";
  /** How many sub-sessions are scoreable. */
  scoreable: number;
  /** SSE of the period's sums and the weighted mean of each other input; null when fewer than three have it. */
  skillInputs: Readonly<Record<SkillInput, Score | null>>;
  /** The weight of the inputs there are. */
  coverage: Ratio;
  /** 80 % intervals, null where the score is. */
  interval: Readonly<Record<ScoreName, Interval | null>>;
  /** Half of the intervals' widths before they are cut to 0–100; changes are computed from these. */
  halfWidth: Readonly<Record<ScoreName, number | null>>;
  /** What the scores over sums were computed from; null where the score is. */
  summed: Readonly<Record<SummedScore, SummedValue | null>>;
}

export interface LearningPeriod extends Readonly<Record<ScoreName, null>> {
  state: "learning";
  scoreable: number;
  skillInputs: null;
  coverage: null;
  interval: null;
  halfWidth: null;
  summed: null;
}

/**
 * Scores one developer's period.
 *
 * @param all - The sub-sessions that start in the period, scoreable or not, in a fixed order.
 * @see docs/scoring.md, "Layer 3".
 */
export function scorePeriod(all: Columns): PeriodScores {
  const count = countScoreable(all);
  return count < FEWEST_VALUES ? learning(count) : score(all, count);
}

/** How many of the sub-sessions are scoreable. */
export function countScoreable({ scoreable }: Columns): number {
  return scoreable.reduce((count, counts) => count + counts, 0);
}

/** One score of a period, with its interval; both null where `scorePeriod` has null. */
export interface PeriodScore {
  value: Score | null;
  interval: Interval | null;
}

/** The UTC day of each sub-session. */
export function daysOf({ startedAt }: Columns): DaysOfPeriod {
  return placeDays(startedAt.map((at) => Math.floor(at / DAY)));
}

/** Below this share of the weights there is no Skill. */
export const LEAST_COVERAGE: Ratio = 0.6;

function learning(scoreable: number): LearningPeriod {
  return {
    state: "learning",
    scoreable,
    skillInputs: null,
    coverage: null,
    skill: null,
    speed: null,
    efficiency: null,
    interval: null,
    halfWidth: null,
    summed: null,
  };
}

type Mean = WeightedMean | null;
/** The means that make up Skill. */
export type InputMeans = Readonly<Record<SkillInput, Mean>> & { readonly sse: SummedValue | null };

function score(all: Columns, count: number): ScoredPeriod {
  const inputs = inputMeans(all);
  const summed = {
    sse: inputs.sse,
    speed: summedScore("speed", all),
    efficiency: summedScore("efficiency", all),
  };
  const means: Record<ScoreName, Mean> = { ...summed, skill: skillOf(inputs, all.startedAt.length) };
  const days = daysOf(all);
  const halfWidth = eachScore((name) => means[name] && halfWidthOf(means[name], days));
  return {
    state: "scored",
    scoreable: count,
    skillInputs: eachInput((input) => inputs[input]?.mean ?? null),
    coverage: coverageOf(inputs),
    ...eachScore((name) => means[name]?.mean ?? null),
    interval: eachScore((name) => intervalAround(means[name], halfWidth[name])),
    halfWidth,
    summed,
  };
}

/** SSE is that of the period's sums, the other inputs are means over the scoreable sub-sessions that have them. */
export function inputMeans(all: Columns): InputMeans {
  return {
    ...eachInput((input) => weightedMean(all[input], all.weight)),
    sse: summedScore("sse", all),
  };
}

function coverageOf(inputs: InputMeans): Ratio {
  return weightOf(SKILL_INPUTS.filter((input) => inputs[input] !== null)) / weightOf(SKILL_INPUTS);
}

/** Returns the weighted mean of the inputs that have values; null when they cover too little. */
function skillOf(inputs: InputMeans, count: number): Mean {
  if (coverageOf(inputs) < LEAST_COVERAGE) return null;
  let mean = 0;
  const pulls = new Float64Array(count);
  const present = SKILL_INPUTS.filter((input) => inputs[input] !== null);
  for (const input of present) {
    const share = SKILL_WEIGHTS[input] / weightOf(present);
    mean += share * (inputs[input]?.mean ?? 0);
    const ownPulls = inputs[input]?.pulls ?? NO_PULLS;
    for (let index = 0; index < ownPulls.length; index += 1)
      pulls[index] = (pulls[index] ?? 0) + share * (ownPulls[index] ?? 0);
  }
  return { mean, pulls, count };
}

const NO_PULLS = new Float64Array(0);

/** The interval of a mean, cut to 0–100; null without a mean. */
export function intervalAround(mean: Mean, halfWidth: number | null): Interval | null {
  if (mean === null || halfWidth === null) return null;
  return [Math.max(0, mean.mean - halfWidth), Math.min(100, mean.mean + halfWidth)];
}

/** One value for each score. */
export function eachScore<Value>(valueFor: (name: ScoreName) => Value): Record<ScoreName, Value> {
  return { skill: valueFor("skill"), speed: valueFor("speed"), efficiency: valueFor("efficiency") };
}
