/** `GET /scoring/team` and `/scoring/team/trend`: parameters and response; neither contains names. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { BUCKETS } from "../periods.ts";
import { eachScore } from "../score-period.ts";
import { eachInput } from "../skill-inputs.ts";
import type { AUTO } from "../trends/fitting-buckets.ts";

const COUNT = z.int().min(0);
const SCORE = z.number().min(0).max(100).nullable();
const PAIR = z.tuple([z.number(), z.number()]).nullable();

export const SPREAD = z.object({
  people: COUNT.describe("Those with this score. Under five, the rest is null."),
  median: SCORE,
  middleHalf: PAIR.describe("Half of the people are between: low, high."),
  tenths: PAIR.describe("A tenth of the people is below the first, a tenth above the second."),
});

export const INPUT_SPREAD = SPREAD.extend({
  pointsToGain: SCORE.describe(
    "By how much the mean Skill would rise if everybody under the median reached it; null under five people.",
  ),
});

/** How one input of Skill is spread among people. */
export type InputSpread = z.infer<typeof INPUT_SPREAD>;

/** How one score is spread among people. */
export type Spread = z.infer<typeof SPREAD>;

export const PEOPLE_MEAN = z.object({
  people: COUNT.describe("Those with this score. Under five, a key of one developer gets null for the rest."),
  subSessions: COUNT.nullable().describe("Their scoreable ones."),
  value: SCORE.describe("The mean of the people, each counted once."),
  interval: PAIR.describe("80 % interval over people: low, high."),
});

/** One score of everyone. */
export type PeopleMean = z.infer<typeof PEOPLE_MEAN>;

export const COMPARISON = z.object({
  from: z.number().describe("Their mean in the period before."),
  to: z.number().describe("Their mean in this one."),
  value: z.number(),
  interval: z.tuple([z.number(), z.number()]).describe("80 % interval of the difference: low, high."),
  people: COUNT.describe("Those with the score in both periods; nobody else is in these numbers."),
});

/** How the mean of the same people changed. */
export type Comparison = z.infer<typeof COMPARISON>;

export const HISTOGRAM = z.object({
  people: COUNT.describe("Those with a counted sub-session that has it. Under five, the rest is null."),
  subSessions: COUNT.nullable(),
  counts: z
    .array(COUNT)
    .length(20)
    .nullable()
    .describe("Sub-sessions in each five points from 0 to 100; 100 itself is in the last."),
});

/** How the values of sub-sessions are spread. */
export type Histogram = z.infer<typeof HISTOGRAM>;

/** How a window's scores are spread among people; shared keys are left out. */
export const TEAM = z.object({
  developers: COUNT.describe("People with work in the window."),
  scored: COUNT.describe("Those with at least one score."),
  means: z.object(eachScore(() => PEOPLE_MEAN)).describe("The scores of everyone."),
  scores: z.object(eachScore(() => SPREAD)),
  inputs: z.object(eachInput(() => INPUT_SPREAD)).describe("The inputs of Skill, as the people have them."),
  change: z
    .object(eachScore(() => COMPARISON.nullable()))
    .describe(
      "The change of the same people since the equally long period before; null for fewer than three of them, or than five " +
        "for a key that reads only one developer.",
    ),
  subSessions: z
    .object({ ...eachScore(() => HISTOGRAM), ...eachInput(() => HISTOGRAM) })
    .describe("For the counted ones; Skill is the inputs of one, put together by their weights."),
});

export type Team = z.infer<typeof TEAM>;

/** The same of one day or week. */
export const TEAM_POINT = z.object({
  start: z.iso.datetime().describe("Start of the day or week (Monday), UTC; the first is cut to `from`."),
  ...eachScore(() => SPREAD),
});

export type TeamPoint = z.infer<typeof TEAM_POINT>;

/** What is asked for. */
export interface TeamQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
}

/** The same, divided. */
export interface TeamTrendQuery extends TeamQuery {
  bucket: (typeof BUCKETS)[number];
}

/** The same, divided as asked or as fits. */
export interface DividedTeamQuery extends TeamQuery {
  bucket: TeamTrendQuery["bucket"] | typeof AUTO;
}
