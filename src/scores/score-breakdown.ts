/** What the scores over sums were computed from, so that a number can be explained. */
import { z } from "zod";
import type { SummedScore } from "../metrics/baselines/baseline.ts";
import { axisAnswer } from "../metrics/sub-sessions/breakdown.ts";
import { presentAxes, SUMMED, type Sums } from "../metrics/accounts/sums.ts";
import type { Axis } from "../metrics/accounts/turn-account.ts";
import type { PeriodScores } from "./score-period.ts";
import type { SummedValue } from "./summed-score.ts";

const AMOUNT = z.number().min(0).nullable();
/** What was taken and earned on one axis of a score. */
export const SCORE_AXIS = z.object({
  actual: AMOUNT.describe("Taken; null where nothing was, and where the score does not use the axis."),
  earned: AMOUNT,
  axis: z.number().min(-1).max(1).nullable(),
  weight: z.number().min(0).max(1).nullable().describe("Its share of r, of the axes that have a value."),
});

/** The parts of one score over sums. */
export const SUMMED_SCORE = z.object({
  axes: z.object({ tokens: SCORE_AXIS, turns: SCORE_AXIS, humanTime: SCORE_AXIS }),
  evidence: z.number().min(0).max(1).describe("ρ: the share of what was earned whose outcome is known."),
  r: z.number().describe("r′: what was earned against what was taken, as a logarithm."),
  reference: z.number().describe("M: the usual r′; at it, the score is 50."),
});

/** The parts of a row's scores; null while there are none. */
export const SCORE_BREAKDOWN = z
  .object({
    sse: SUMMED_SCORE.nullable(),
    speed: SUMMED_SCORE.nullable(),
    efficiency: SUMMED_SCORE.nullable(),
  })
  .nullable();

/** Returns what the scores over sums were computed from. */
export function breakdownOf({ summed }: PeriodScores): z.infer<typeof SCORE_BREAKDOWN> {
  if (summed === null) return null;
  return {
    sse: partsOf("sse", summed.sse),
    speed: partsOf("speed", summed.speed),
    efficiency: partsOf("efficiency", summed.efficiency),
  };
}

const NO_AXIS = { actual: null, earned: null, axis: null, weight: null };

function partsOf(name: SummedScore, value: SummedValue | null): z.infer<typeof SUMMED_SCORE> | null {
  if (value === null) return null;
  const { sums, evidence, shrunk, reference } = value;
  // Speed's human time counts undone work half.
  const humanAxis = SUMMED[name].weights.k === undefined ? "h" : "k";
  const axes = {
    tokens: partOf(name, sums, "t"),
    turns: partOf(name, sums, "n"),
    humanTime: partOf(name, sums, humanAxis),
  };
  return { axes, evidence, r: shrunk, reference };
}

function partOf(name: SummedScore, sums: Sums, axis: Axis): z.infer<typeof SCORE_AXIS> {
  const { weights } = SUMMED[name];
  const present = presentAxes(sums, name);
  const covered = present.reduce((sum, { weight }) => sum + weight, 0);
  if (weights[axis] === undefined) return NO_AXIS;
  const here = present.find((found) => found.axis === axis);
  return { ...axisAnswer(sums, axis), weight: here === undefined ? null : here.weight / covered };
}
