/** Reads how one score or all three changed by day or week. */
import type { Database } from "../../database/open.ts";
import { type BucketsQuery, readBuckets } from "../read-buckets.ts";
import { countScoreable, eachScore, scorePeriod, scorePeriodIn } from "../score-period.ts";
import { type DividedTrend, readDivided } from "./fitting-buckets.ts";
import type { TrendPoint, TrendQuery, TrendsPoint, TrendsQuery } from "./trend-answer.ts";

/**
 * Reads one point for each bucket that the window touches, the earliest first, those without work among them.
 *
 * Without a developer the sub-sessions of all are scored as if they were one's.
 */
export async function readTrend(database: Database, query: TrendQuery): Promise<TrendPoint[]> {
  const buckets = await readBuckets(database, query);
  return buckets.map(({ start, rows, scoringVersion }) => ({
    start,
    ...scorePeriodIn(query.score, rows),
    subSessions: countScoreable(rows),
    scoringVersion,
  }));
}

/** Reads the same points with all three scores. */
export async function readTrends(
  database: Database,
  query: TrendsQuery,
): Promise<DividedTrend<TrendsPoint, BucketsQuery["bucket"]>> {
  const read = (bucket: BucketsQuery["bucket"]) => readTrendsPoints(database, { ...query, bucket });
  return readDivided<TrendsPoint, BucketsQuery["bucket"]>(query.bucket, read, hasScore);
}

function hasScore({ scores: { speed, skill, efficiency } }: TrendsPoint): boolean {
  return (speed.value ?? skill.value ?? efficiency.value) !== null;
}

async function readTrendsPoints(database: Database, query: BucketsQuery): Promise<TrendsPoint[]> {
  const buckets = await readBuckets(database, query);
  return buckets.map(({ start, rows, scoringVersion }) => {
    const { interval, ...period } = scorePeriod(rows);
    const scores = eachScore((name) => ({ value: period[name], interval: interval?.[name] ?? null }));
    return { start, subSessions: countScoreable(rows), scores, scoringVersion };
  });
}
