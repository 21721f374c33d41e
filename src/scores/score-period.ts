/** Layer 3: a developer's Skill, Speed and Efficiency over one period. */
import { DAY } from "../vocabulary/units.ts";
import type { Milliseconds, Ratio, Score } from "../vocabulary/units.ts";
import { SKILL_INPUTS, SKILL_WEIGHTS, eachInput, weightOf } from "./skill-inputs.ts";
import type { SkillInput } from "./skill-inputs.ts";
import { efficiencyOf, speedOf } from "./sub-session-scores.ts";
import type { Performance } from "./sub-session-scores.ts";
import { FEWEST_VALUES, halfWidthOf, weightedMean } from "./weighted-mean.ts";
import type { WeightedMean } from "./weighted-mean.ts";

/** A sub-session that starts in the period, with the values of the baseline version in force at its start. */
export interface MeasuredSubSession extends Performance, Readonly<Record<SkillInput, Score | null>> {
  startedAt: Milliseconds;
  scoreable: boolean;
  /** w: the turn baseline of its size bucket, never its own turns. */
  usualTurns: number;
}

export type ScoreName = "skill" | "speed" | "efficiency";

/** Low and high end, within 0 to 100. */
export type Interval = [low: Score, high: Score];

/** What a period shows; every number is null while there are fewer than three scoreable sub-sessions. */
export type PeriodScores = ScoredPeriod | LearningPeriod;

export interface ScoredPeriod extends Readonly<Record<ScoreName, Score | null>> {
  state: "scored";
  /** How many sub-sessions count. */
  scoreable: number;
  /** The weighted mean of each input; null when fewer than three sub-sessions have it. */
  skillInputs: Readonly<Record<SkillInput, Score | null>>;
  /** The weight of the inputs there are. */
  coverage: Ratio;
  /** 80 % intervals, null where the score is. */
  interval: Readonly<Record<ScoreName, Interval | null>>;
  /** Half of the intervals' widths before they are cut to 0–100; what a change is reckoned from. */
  halfWidth: Readonly<Record<ScoreName, number | null>>;
}

export interface LearningPeriod extends Readonly<Record<ScoreName, null>> {
  state: "learning";
  scoreable: number;
  skillInputs: null;
  coverage: null;
  interval: null;
  halfWidth: null;
}

/**
 * Scores one developer's period.
 *
 * Takes: the sub-sessions that start in the period, in a fixed order; those not scoreable count for nothing.
 * Source: docs/scoring.md, "Layer 3".
 */
export function scorePeriod(subSessions: readonly MeasuredSubSession[]): PeriodScores {
  const counting = subSessions.filter(({ scoreable }) => scoreable);
  return counting.length < FEWEST_VALUES ? learning(counting.length) : score(counting);
}

/** One score of a period, with its interval; both null where `scorePeriod` has null. */
export interface PeriodScore {
  value: Score | null;
  interval: Interval | null;
}

/** Scores one developer's period in one respect; takes what `scorePeriod` takes, and gives the same number. */
export function scorePeriodIn(name: ScoreName, subSessions: readonly MeasuredSubSession[]): PeriodScore {
  const counting = subSessions.filter(({ scoreable }) => scoreable);
  if (counting.length < FEWEST_VALUES) return { value: null, interval: null };
  const mean = MEANS[name](counting);
  const halfWidth = mean && halfWidthOf(mean, daysOf(counting));
  return { value: mean?.mean ?? null, interval: intervalAround(mean, halfWidth) };
}

const MEANS: Readonly<Record<ScoreName, (subSessions: readonly MeasuredSubSession[]) => Mean>> = {
  skill: (subSessions) => skillOf(inputMeans(subSessions), subSessions.length),
  speed: (subSessions) => weightedMean(subSessions.map(speedOf), weightsOf(subSessions)),
  efficiency: (subSessions) => weightedMean(subSessions.map(efficiencyOf), weightsOf(subSessions)),
};

function weightsOf(subSessions: readonly MeasuredSubSession[]): number[] {
  return subSessions.map(({ usualTurns }) => usualTurns);
}

function daysOf(subSessions: readonly MeasuredSubSession[]): number[] {
  return subSessions.map(({ startedAt }) => Math.floor(startedAt / DAY));
}

const LEAST_COVERAGE: Ratio = 0.6;

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
  };
}

type Mean = WeightedMean | null;
type InputMeans = Readonly<Record<SkillInput, Mean>>;

function score(subSessions: readonly MeasuredSubSession[]): ScoredPeriod {
  const inputs = inputMeans(subSessions);
  const means: Record<ScoreName, Mean> = {
    skill: skillOf(inputs, subSessions.length),
    speed: MEANS.speed(subSessions),
    efficiency: MEANS.efficiency(subSessions),
  };
  const days = daysOf(subSessions);
  const halfWidth = eachScore((name) => means[name] && halfWidthOf(means[name], days));
  return {
    state: "scored",
    scoreable: subSessions.length,
    skillInputs: eachInput((input) => inputs[input]?.mean ?? null),
    coverage: coverageOf(inputs),
    ...eachScore((name) => means[name]?.mean ?? null),
    interval: eachScore((name) => intervalAround(means[name], halfWidth[name])),
    halfWidth,
  };
}

function inputMeans(subSessions: readonly MeasuredSubSession[]): InputMeans {
  const weights = weightsOf(subSessions);
  return eachInput((input) => {
    const values = subSessions.map((each) => each[input]);
    return weightedMean(values, weights);
  });
}

function coverageOf(inputs: InputMeans): Ratio {
  return weightOf(SKILL_INPUTS.filter((input) => inputs[input] !== null)) / weightOf(SKILL_INPUTS);
}

/** The inputs there are, weighed together; null when they cover too little. */
function skillOf(inputs: InputMeans, count: number): Mean {
  if (coverageOf(inputs) < LEAST_COVERAGE) return null;
  let mean = 0;
  const pulls = Array<number>(count).fill(0);
  const present = SKILL_INPUTS.filter((input) => inputs[input] !== null);
  for (const input of present) {
    const share = SKILL_WEIGHTS[input] / weightOf(present);
    mean += share * (inputs[input]?.mean ?? 0);
    for (const [index, pull] of inputs[input]?.pulls.entries() ?? []) {
      pulls[index] = (pulls[index] ?? 0) + share * pull;
    }
  }
  return { mean, pulls, count };
}

/** The interval of a mean, cut to 0–100; null without a mean. */
export function intervalAround(mean: Mean, halfWidth: number | null): Interval | null {
  if (mean === null || halfWidth === null) return null;
  return [Math.max(0, mean.mean - halfWidth), Math.min(100, mean.mean + halfWidth)];
}

/** One value for each score. */
export function eachScore<Value>(valueFor: (name: ScoreName) => Value): Record<ScoreName, Value> {
  return { skill: valueFor("skill"), speed: valueFor("speed"), efficiency: valueFor("efficiency") };
}
