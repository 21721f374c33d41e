/** Points of `GET /scoring/trends/:score`: what is asked for, and what is answered. */
import { z } from "zod";
import type { BucketsQuery } from "../read-buckets.ts";

export const TREND_SCORES = ["speed", "skill", "efficiency"] as const;

/** One day or week, or the whole window. */
export const TREND_POINT = z.object({
  start: z.iso.datetime().describe("Start of the day or week (Monday), UTC; the first is cut to `from`."),
  value: z.number().min(0).max(100).nullable().describe("null: not enough evidence in this bucket."),
  interval: z.tuple([z.number(), z.number()]).nullable().describe("80 % interval: low, high."),
  subSessions: z.int().min(0).describe("The scoreable ones that start in the bucket."),
});

export type TrendPoint = z.infer<typeof TREND_POINT>;

/** What is asked for. */
export interface TrendQuery extends BucketsQuery {
  score: (typeof TREND_SCORES)[number];
}
