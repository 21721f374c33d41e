/** The chapter "scores": Speed, Skill and Efficiency of the window, how they lie among people, and how they went. */
import { z } from "zod";
import { SCORE_ROW } from "../../../scores/answer.ts";
import { BUCKETS } from "../../../scores/periods.ts";
import { eachScore } from "../../../scores/score-period.ts";
import { TEAM } from "../../../scores/team/team-answer.ts";

const COUNT = z.int().min(0);

const TREND_VALUE = z.object({
  value: z.number().min(0).max(100).nullable().describe("null: not enough evidence in this bucket."),
  range: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe("Low, high: of one developer the 80 % interval, of a team the middle half of its people."),
});

export const SCORES = z.object({
  people: z.array(SCORE_ROW).describe("By name, which is no ranking. Of one developer their own row alone."),
  peopleLeftOut: COUNT.describe("People beyond those that are listed."),
  team: TEAM.describe("The whole organization, without names."),
  trend: z.object({
    bucket: z.enum(BUCKETS),
    points: z
      .array(z.object({ start: z.iso.datetime(), ...eachScore(() => TREND_VALUE) }))
      .describe("Every day or week (from Monday, UTC) of the window, the earliest first."),
  }),
});
