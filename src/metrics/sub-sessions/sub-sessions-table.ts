/** Reads sub-sessions together with their metrics. */
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { totalOf } from "../../database/total.ts";
import { pageAfter, inWindow } from "../../database/window.ts";
import { METRICS_TABLE } from "../columns-table.ts";
import { SUB_SESSIONS, type SubSessionRow } from "../../turns/create-tables.ts";
import type { MetricsRow } from "../columns-table.ts";
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";
import type { AfterRow, MetricsFilter } from "../table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

const OF_METRICS = [
  "metrics.sse",
  "metrics.took_t",
  "metrics.took_n",
  "metrics.took_h",
  "metrics.took_k",
  "metrics.earned_t",
  "metrics.earned_n",
  "metrics.earned_h",
  "metrics.earned_k",
  "metrics.weight",
  "metrics.change_turns",
  "metrics.agent",
  "metrics.scoring_version",
  "metrics.baseline_version",
  "metrics.median_ms_per_token",
] as const;

type ColumnOf<Name extends string> = Name extends `metrics.${infer Column extends keyof MetricsRow}`
  ? Column
  : never;

/** What SSE and its breakdown are read from. */
export type SseParts = Pick<MetricsRow, ColumnOf<(typeof OF_METRICS)[number]>>;

/** A sub-session and what its SSE is made of. */
export type JoinedRow = SubSessionRow & SseParts;

/** Which sub-sessions are requested: without the last two, whatever their outcome, counted in scores or not. */
export interface SubSessionsFilter extends MetricsFilter {
  outcome?: Outcome | null;
  /** 1 or 0; null for both. */
  scoreable?: number | null;
}

function filtered(database: Database, filter: SubSessionsFilter) {
  const { sessions, outcome = null, scoreable = null } = filter;
  const all = tables(database, SUB_SESSIONS, METRICS_TABLE).selectFrom("sub_sessions");
  let query = inWindow(all, filter, "sub_sessions.started_at");
  if (sessions !== null) query = query.where("sub_sessions.session", "in", sessions);
  if (outcome !== null) query = query.where("sub_sessions.outcome", "=", outcome);
  return scoreable === null ? query : query.where("sub_sessions.scoreable", "=", scoreable);
}

/** Only the first sub-session of each session in the window, among those that are requested. */
function firstOfSession(database: Database, filter: SubSessionsFilter) {
  const { from, outcome = null, scoreable = null } = filter;
  return filtered(database, filter).where((row) => {
    let earlier = row
      .selectFrom("sub_sessions as earlier")
      .select("earlier.id")
      .whereRef("earlier.organization", "=", "sub_sessions.organization")
      .whereRef("earlier.session", "=", "sub_sessions.session")
      .whereRef("earlier.sub_session_index", "<", "sub_sessions.sub_session_index")
      .where("earlier.started_at", ">=", from);
    if (outcome !== null) earlier = earlier.where("earlier.outcome", "=", outcome);
    if (scoreable !== null) earlier = earlier.where("earlier.scoreable", "=", scoreable);
    return row.not(row.exists(earlier));
  });
}

type Filtered = ReturnType<typeof filtered>;

function page(query: Filtered, { limit, after }: { limit: number; after: AfterRow | null }): Filtered {
  const place = after === null ? null : { at: after.startedAt, id: after.subSessionId };
  return pageAfter(query, ["sub_sessions.started_at", "sub_sessions.id"], place).limit(limit);
}

/** Returns at most `limit` rows, the newest first. */
export async function readSubSessionsPage(
  database: Database,
  filter: SubSessionsFilter,
  wanted: { limit: number; after: AfterRow | null },
): Promise<JoinedRow[]> {
  return page(filtered(database, filter), wanted)
    .innerJoin("metrics", "metrics.sub_session", "sub_sessions.id")
    .selectAll("sub_sessions")
    .select(OF_METRICS)
    .execute();
}

/** A session that has sub-sessions in the window, and the first of those. */
export interface FirstOfSession {
  session: SessionName;
  developer: string;
  started_at: number;
  id: string;
}

/** Returns at most `limit` sessions, the one that starts last in the window first. */
export async function readSessionsPage(
  database: Database,
  filter: SubSessionsFilter,
  wanted: { limit: number; after: AfterRow | null },
): Promise<FirstOfSession[]> {
  return page(firstOfSession(database, filter), wanted)
    .select(["sub_sessions.session", "sub_sessions.developer", "sub_sessions.started_at", "sub_sessions.id"])
    .execute();
}

/**
 * Returns the sub-sessions of those sessions that start in the window, with their metrics, the earliest
 * first.
 */
export async function readSubSessionsOf(
  database: Database,
  filter: SubSessionsFilter,
  sessions: readonly SessionName[],
): Promise<(JoinedRow & Pick<MetricsRow, "scoreable">)[]> {
  return filtered(database, filter)
    .where("sub_sessions.session", "in", sessions)
    .innerJoin("metrics", "metrics.sub_session", "sub_sessions.id")
    .selectAll("sub_sessions")
    .select(OF_METRICS)
    .orderBy("sub_sessions.sub_session_index")
    .execute();
}

/** Returns how many rows of the list match, as `totalOf` counts them. */
export function countSubSessions(
  database: Database,
  filter: SubSessionsFilter,
  of: "sub_sessions" | "sessions",
): Promise<number | null> {
  const matching = of === "sessions" ? firstOfSession(database, filter) : filtered(database, filter);
  return totalOf(database, matching.select("sub_sessions.started_at"));
}
