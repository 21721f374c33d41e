/** Lists the metrics of the sub-sessions that start in a time range. */
import type { Database } from "../database/open.ts";
import { describeDeveloper } from "../identity/developers/answer.ts";
import type { Developer } from "../identity/developers/developer.ts";
import { idsOf, readDevelopers } from "../identity/developers/directory.ts";
import { labelFilterOf, resolveWhose } from "../identity/scope.ts";
import { findSessionNames } from "../normaliser/table.ts";
import { idIn, type SessionName } from "../vocabulary/held-name.ts";
import { readPage } from "../vocabulary/page.ts";
import type { MetricRow, MetricsPage, MetricsQuery } from "./answer.ts";
import { NOTHING, scoreOf, type Sums, weigh } from "./accounts/sums.ts";
import { referenceOf, sumsOfRow } from "./metrics-row.ts";
import { eachMetric } from "./metrics.ts";
import type { MetricsRow } from "./columns-table.ts";
import { countMetrics, type MetricsFilter, readMetricsPage } from "./table.ts";
import { isoTime } from "../vocabulary/times.ts";

/** Reads one page of metric rows, the newest sub-session first. */
export async function listMetrics(database: Database, query: MetricsQuery): Promise<MetricsPage> {
  const { organizationId } = query.scope;
  const whose = await resolveWhose(database, query.scope, query.developer);
  if (whose.kind === "nobody") return { metrics: [], total: 0, next: null };
  const developers = await readDevelopers(database, organizationId);
  const filter: MetricsFilter = {
    organization: organizationId,
    developers: whose.kind === "everybody" ? null : idsOf(whose.developerId, developers),
    labels: await labelFilterOf(database, query.scope),
    sessions: await namesToRead(database, query),
    from: query.from,
    to: query.to,
  };
  const { rows, next } = await readPage(
    query.limit,
    (limit) => readMetricsPage(database, filter, { limit, after: query.after }),
    (last) => ({ startedAt: last.started_at, subSessionId: last.sub_session }),
  );
  const total = await countMetrics(database, filter);
  return { metrics: rows.map((row) => metricRow(row, developers)), total, next };
}

async function namesToRead(database: Database, query: MetricsQuery): Promise<readonly SessionName[] | null> {
  const { scope, sessionId } = query;
  return sessionId === null ? null : findSessionNames(database, scope.organizationId, sessionId);
}

function metricRow(row: MetricsRow, developers: ReadonlyMap<string, Developer>): MetricRow {
  const developer = developers.get(row.developer);
  if (developer === undefined) throw new Error(`BUG: metrics of an unknown developer ${row.developer}`);
  const { agent, state, outcome } = row;
  return {
    subSessionId: row.sub_session,
    sessionId: idIn(row.session),
    developer: describeDeveloper(developer),
    agent,
    startedAt: isoTime(row.started_at),
    endedAt: isoTime(row.ended_at),
    state,
    provisional: state !== "closed",
    scoreable: row.scoreable === 1,
    outcome,
    turns: row.non_trivial_turns,
    ...eachMetric(({ name }) => row[name]),
    speed: singleScore("speed", row),
    efficiency: singleScore("efficiency", row),
    baselineVersion: row.baseline_version,
    scoringVersion: row.scoring_version,
  };
}

/** The score of a period that holds only this sub-session. */
function singleScore(name: "speed" | "efficiency", row: MetricsRow): number | null {
  const sums: Sums = sumsOfRow(row);
  const weighed = weigh(name, sums, row.outcome === "unknown" ? sums : NOTHING);
  return weighed === null ? null : scoreOf(name, weighed.shrunk, referenceOf(row)[name]);
}
