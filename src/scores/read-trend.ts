/** Answers how one score went, day by day or week by week. */
import type { Database } from "../database/open.ts";
import { rowsToRead } from "../identity/scope.ts";
import { readScored, type ScoredRow } from "../metrics/scoreable-table.ts";
import { periodsIn } from "./periods.ts";
import { scorePeriodIn } from "./score-period.ts";
import { measuredSubSession } from "./sub-session-row.ts";
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
  const rows = readable === null ? [] : await readScored(database, filter);
  let next = 0;
  return periodsIn(query, query.bucket)
    .toReversed()
    .map(({ start, end }) => {
      const first = next;
      while ((rows[next]?.started_at ?? Infinity) < end) next += 1;
      return { start: new Date(start).toISOString(), ...pointOf(rows.slice(first, next), score) };
    });
}

function pointOf(rows: readonly ScoredRow[], score: TrendQuery["score"]): Omit<TrendPoint, "start"> {
  return { ...scorePeriodIn(score, rows.map(measuredSubSession)), subSessions: rows.length };
}
