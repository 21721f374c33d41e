/** Reads the totals of the sub-sessions of a window. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { readSpent, type SpentRow } from "../../metrics/scoreable-table.ts";
import type { Breakdown } from "../../metrics/efficiency/sub-session-answer.ts";
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";
import { mean, percentile } from "../../turns/latency/percentiles.ts";
import { DAY } from "../../vocabulary/units.ts";
import type { Rollup, RollupQuery } from "./rollup-answer.ts";
import { intervalAround } from "../score-period.ts";
import { halfWidthOf, placeDays, weightedMean } from "../weighted-mean.ts";

/** Reads the scoreable sub-sessions of a window and adds them up. */
export async function readRollup(database: Database, query: RollupQuery): Promise<Rollup> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  const filter = { organization: scope.organizationId, developers: readable?.developerIds ?? null, from, to };
  const rows = readable === null ? [] : await readSpent(database, filter);
  const sse = weightedMean(
    Float64Array.from(rows, (row) => row.sse ?? NaN),
    Float64Array.from(rows, (row) => row.usual_turns),
  );
  const days = placeDays(Float64Array.from(rows, (row) => Math.floor(row.started_at / DAY)));
  return {
    sse: sse?.mean ?? null,
    interval: intervalAround(sse, sse && halfWidthOf(sse, days)),
    subSessions: rows.length,
    breakdown: breakdownOf(rows),
    byOutcome: countOutcomes(rows),
  };
}

function breakdownOf(rows: readonly SpentRow[]): Breakdown {
  const latencies = rows.flatMap(({ median_ms_per_token: median }) => (median === null ? [] : [median]));
  return {
    tokens: meanAxis(rows, { actual: "actual_tokens", usual: "usual_tokens", axis: "axis_t" }),
    turns: meanAxis(rows, { actual: "actual_turns", usual: "usual_turns", axis: "axis_n" }),
    humanTime: meanAxis(rows, {
      actual: "actual_human_seconds",
      usual: "usual_human_seconds",
      axis: "axis_h",
    }),
    latency: {
      medianMsPerToken: percentile(
        latencies.sort((left, right) => left - right),
        0.5,
      ),
    },
  };
}

interface AxisColumns {
  actual: "actual_tokens" | "actual_turns" | "actual_human_seconds";
  usual: "usual_tokens" | "usual_turns" | "usual_human_seconds";
  axis: "axis_t" | "axis_n" | "axis_h";
}

function meanAxis(rows: readonly SpentRow[], columns: AxisColumns): Breakdown["tokens"] {
  const having = rows.filter((row) => row[columns.axis] !== null);
  const weight = having.reduce((sum, row) => sum + row.usual_turns, 0);
  const weighed = having.reduce((sum, row) => sum + row.usual_turns * (row[columns.axis] ?? 0), 0);
  return {
    actual: mean(having.map((row) => row[columns.actual] ?? 0)),
    usual: mean(having.map((row) => row[columns.usual])),
    axis: having.length === 0 ? null : weighed / weight,
  };
}

function countOutcomes(rows: readonly SpentRow[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { reached: 0, partial: 0, abandoned: 0, unknown: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}
