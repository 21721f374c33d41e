/** Reads how one score or all three changed by day or week. */
import type { Database } from "../../database/open.ts";
import { resolveWhose } from "../../identity/scope.ts";
import { type BucketsQuery, readBuckets } from "../read-buckets.ts";
import { countScoreable, eachScore, type PeriodScore, scorePeriod, type ScoreName } from "../score-period.ts";
import { type DividedTrend, readDivided } from "./fitting-buckets.ts";
import { readEveryone } from "./read-everyone.ts";
import type { TrendPoint, TrendQuery, TrendsPoint, TrendsQuery } from "./trend-answer.ts";

/**
 * Reads one point for each bucket that the window touches, the earliest first, those without work among them.
 *
 * Without a developer a value is the mean of the people, each counted once.
 */
export async function readTrend(database: Database, query: TrendQuery): Promise<TrendPoint[]> {
  const points = await readPoints(database, query);
  return points.map(({ scores, ...point }) => ({ ...point, ...scores[query.score] }));
}

/** Reads the same points with all three scores. */
export async function readTrends(
  database: Database,
  query: TrendsQuery,
): Promise<DividedTrend<TrendsPoint, BucketsQuery["bucket"]>> {
  const read = (bucket: BucketsQuery["bucket"]) => readPoints(database, { ...query, bucket });
  return readDivided<TrendsPoint, BucketsQuery["bucket"]>(query.bucket, read, hasScore);
}

function hasScore({ scores: { speed, skill, efficiency } }: TrendsPoint): boolean {
  return (speed.value ?? skill.value ?? efficiency.value) !== null;
}

async function readPoints(database: Database, query: BucketsQuery): Promise<TrendsPoint[]> {
  const whose = await resolveWhose(database, query.scope, query.developer);
  if (whose.kind === "everybody") return readEveryone(database, query);
  const buckets = await readBuckets(database, query);
  return buckets.map(({ start, rows, scoringVersion }) => {
    const { interval, ...period } = scorePeriod(rows);
    const scores = eachScore((name: ScoreName): PeriodScore => ({
      value: period[name],
      interval: interval?.[name] ?? null,
    }));
    return { start, subSessions: countScoreable(rows), scores, scoringVersion };
  });
}
