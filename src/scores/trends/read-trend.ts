/** Answers how one score went, day by day or week by week. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { gatherScoreable } from "../columns.ts";
import { periodsIn, touches } from "../periods.ts";
import { readWorkDays } from "../days/read-days.ts";
import { scorePeriodIn } from "../score-period.ts";
import type { TrendPoint, TrendQuery } from "./trend-answer.ts";

/**
 * Reads one point for each bucket that the window touches, the earliest first, those without work among them.
 *
 * Without a developer the sub-sessions of all are scored as if they were one's.
 */
export async function readTrend(database: Database, query: TrendQuery): Promise<TrendPoint[]> {
  const { scope, from, to, score } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  const filter = { organization: scope.organizationId, developers: readable?.names ?? null, from, to };
  const days = readable === null ? [] : await readWorkDays(database, filter);
  return periodsIn(query, query.bucket)
    .toReversed()
    .map((span) => {
      const ownDays = days.filter((day) => touches(day, span));
      const scoreable = gatherScoreable(
        ownDays.map(({ block }) => block),
        span,
      );
      const start = new Date(span.start).toISOString();
      return { start, ...scorePeriodIn(score, scoreable), subSessions: scoreable.startedAt.length };
    });
}
