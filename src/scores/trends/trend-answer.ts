/** Points of `GET /scoring/trends` and `/scoring/trends/:score`: parameters and response. */
import { z } from "zod";
import type { BucketsQuery } from "../read-buckets.ts";
import { eachScore } from "../score-period.ts";
import type { AUTO } from "./fitting-buckets.ts";

export const TREND_SCORES = ["speed", "skill", "efficiency"] as const;

const START = z.iso
  .datetime()
  .describe("Start of the day or week (Monday), UTC; the first is cut to `from`.");
const SUB_SESSIONS = z.int().min(0).describe("The scoreable ones that start in the bucket.");

/** One score in one bucket. */
export const TREND_SCORE = z.object({
  value: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe("Of everyone, the mean of the people. null: not enough evidence in this bucket."),
  interval: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe("80 % interval, for everyone over people: low, high."),
});

/** One day or week, or the whole window. */
export const TREND_POINT = z.object({
  start: START,
  ...TREND_SCORE.shape,
  subSessions: SUB_SESSIONS,
  scoringVersion: z.string(),
});

export type TrendPoint = z.infer<typeof TREND_POINT>;

/** The same with all three scores. */
export const TRENDS_POINT = z.object({
  start: START,
  subSessions: SUB_SESSIONS,
  scores: z.object(eachScore(() => TREND_SCORE)),
  scoringVersion: z.string(),
});

export type TrendsPoint = z.infer<typeof TRENDS_POINT>;

/** What is asked for of all three. */
export interface TrendsQuery extends Omit<BucketsQuery, "bucket"> {
  bucket: BucketsQuery["bucket"] | typeof AUTO;
}

/** What is asked for of one. */
export interface TrendQuery extends BucketsQuery {
  score: (typeof TREND_SCORES)[number];
}
