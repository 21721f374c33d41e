/** Answers how one score went, day by day or week by week. */
import type { Database } from "../../database/open.ts";
import { readBuckets } from "../read-buckets.ts";
import { scorePeriodIn } from "../score-period.ts";
import type { TrendPoint, TrendQuery } from "./trend-answer.ts";

/**
 * Reads one point for each bucket that the window touches, the earliest first, those without work among them.
 *
 * Without a developer the sub-sessions of all are scored as if they were one's.
 */
export async function readTrend(database: Database, query: TrendQuery): Promise<TrendPoint[]> {
  const buckets = await readBuckets(database, query);
  return buckets.map(({ start, scoreable }) => ({
    start,
    ...scorePeriodIn(query.score, scoreable),
    subSessions: scoreable.startedAt.length,
  }));
}
