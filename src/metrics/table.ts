/** The rows of metrics: one per sub-session, with everything that scores are worked out from. */
import { sql } from "kysely";
import { type Database, tables } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { replaceSessionRows } from "../database/session-rows-table.ts";
import type { Outcome } from "../turns/outcomes/outcome-kind.ts";
import type { SubSessionState } from "../turns/sub-session.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import type { MicroUsd, Milliseconds, Score, Seconds, Tokens } from "../vocabulary/units.ts";

/** One sub-session's metrics as they are stored; null is "not enough evidence". */
export interface MetricsRow {
  sub_session: string;
  organization: string;
  session: string;
  developer: string;
  agent: Agent;
  started_at: Milliseconds;
  ended_at: Milliseconds;
  /** When it was closed for good; null before. */
  closed_at: Milliseconds | null;
  state: SubSessionState;
  /** 1 when it counts in scores. */
  scoreable: number;
  outcome: Outcome;
  bucket: number;
  non_trivial_turns: number;
  sse: Score | null;
  pes: Score | null;
  ie: Score | null;
  crr: Score | null;
  fc: Score | null;
  qr: Score | null;
  tier: string | null;
  axis_t: number | null;
  axis_n: number | null;
  axis_h: number | null;
  raw: number | null;
  gated_raw: number | null;
  actual_tokens: Tokens | null;
  actual_turns: number | null;
  actual_human_seconds: Seconds | null;
  usual_tokens: Tokens;
  usual_turns: number;
  usual_human_seconds: Seconds;
  /** The organization's usual raw′ and quality, of the baselines in force at its start. */
  m: number;
  qr_reference: Score;
  edits: number;
  retained: number;
  repair_turns: number;
  /** 1 when repairs could be seen. */
  repairs_visible: number;
  good_resets: number;
  bad_resets: number;
  median_ms_per_token: number | null;
  cost_micro_usd: MicroUsd | null;
  /** JSON: the reason of each missing metric. */
  missing: string;
  baseline_version: number;
  scoring_version: string;
}

interface MetricsTables {
  metrics: MetricsRow;
}

export const metricsTables: TableSet = {
  name: "metrics",
  tables: ["metrics"],
  kept: false,
  migrations: [createTables],
};

const REAL_COLUMNS = [
  "sse",
  "pes",
  "ie",
  "crr",
  "fc",
  "qr",
  "axis_t",
  "axis_n",
  "axis_h",
  "raw",
  "gated_raw",
  "actual_tokens",
  "actual_turns",
  "actual_human_seconds",
  "usual_tokens",
  "usual_turns",
  "usual_human_seconds",
  "m",
  "qr_reference",
  "median_ms_per_token",
] as const satisfies readonly (keyof MetricsRow)[];

const INTEGER_COLUMNS = [
  "started_at",
  "ended_at",
  "closed_at",
  "scoreable",
  "bucket",
  "non_trivial_turns",
  "edits",
  "retained",
  "repair_turns",
  "repairs_visible",
  "good_resets",
  "bad_resets",
  "cost_micro_usd",
  "baseline_version",
] as const satisfies readonly (keyof MetricsRow)[];

const TEXT_COLUMNS = [
  "organization",
  "session",
  "developer",
  "agent",
  "state",
  "outcome",
  "tier",
  "missing",
  "scoring_version",
] as const satisfies readonly (keyof MetricsRow)[];

async function createTables(database: Database): Promise<void> {
  const { schema } = tables<MetricsTables>(database);
  let table = schema.createTable("metrics").addColumn("sub_session", "text", (column) => column.primaryKey());
  for (const name of TEXT_COLUMNS) table = table.addColumn(name, "text");
  for (const name of INTEGER_COLUMNS) table = table.addColumn(name, "integer");
  for (const name of REAL_COLUMNS) table = table.addColumn(name, "double precision");
  await table.execute();
  await schema.createIndex("metrics_by_session").on("metrics").columns(["organization", "session"]).execute();
  await schema
    .createIndex("metrics_by_time")
    .on("metrics")
    .columns(["organization", "started_at", "sub_session"])
    .execute();
  await schema
    .createIndex("metrics_by_developer")
    .on("metrics")
    .columns(["organization", "developer", "started_at", "sub_session"])
    .execute();
}

/** Puts the metrics of sessions in the place of those they had. Takes: all their rows. */
export async function saveMetrics(
  database: Database,
  sessions: readonly { organization: string; session: string }[],
  rows: readonly MetricsRow[],
): Promise<void> {
  await replaceSessionRows(tables<MetricsTables>(database), "metrics", { sessions, rows });
}

/** Sets the flow continuity of stored sub-sessions; null takes it away. */
export async function saveFlows(database: Database, flows: ReadonlyMap<string, Score | null>): Promise<void> {
  for (const [subSession, fc] of flows) {
    await sql`update metrics set fc = ${fc} where sub_session = ${subSession} and fc is not ${fc}`.execute(
      database,
    );
  }
}

/** Gives: the flow continuity of the sessions' stored sub-sessions. */
export async function readFlows(
  database: Database,
  sessions: readonly { organization: string; session: string }[],
): Promise<Map<string, Score | null>> {
  const flows = new Map<string, Score | null>();
  for (const [organization, own] of Map.groupBy(sessions, (one) => one.organization)) {
    const names = JSON.stringify(own.map(({ session }) => session));
    const { rows } = await sql<Pick<MetricsRow, "sub_session" | "fc">>`
      select sub_session, fc from metrics
      where organization = ${organization} and session in (select value from json_each(${names}))`.execute(
      database,
    );
    for (const { sub_session, fc } of rows) flows.set(sub_session, fc);
  }
  return flows;
}

/** Which metrics are wanted. */
export interface MetricsFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** Their names; null for all. */
  sessions: readonly string[] | null;
  /** Sub-sessions that start at or after this time… */
  from: Milliseconds;
  /** …and before this one. */
  to: Milliseconds;
}

function filtered(database: Database, filter: MetricsFilter) {
  let query = tables<MetricsTables>(database)
    .selectFrom("metrics")
    .where("organization", "=", filter.organization)
    .where("started_at", ">=", filter.from)
    .where("started_at", "<", filter.to);
  if (filter.developers !== null) query = query.where("developer", "in", filter.developers);
  if (filter.sessions !== null) query = query.where("session", "in", filter.sessions);
  return query;
}

/** Where a page begins: after this row, in the order of start and id, the newest first. */
export interface AfterRow {
  startedAt: Milliseconds;
  subSessionId: string;
}

/** Gives: at most `limit` rows, the newest first. */
export async function readMetricsPage(
  database: Database,
  filter: MetricsFilter,
  page: { limit: number; after: AfterRow | null },
): Promise<MetricsRow[]> {
  let query = filtered(database, filter).selectAll();
  const { after } = page;
  if (after !== null) {
    // the first condition says no more than the second, but leads straight to the place in the index
    query = query
      .where("started_at", "<=", after.startedAt)
      .where((row) =>
        row.or([
          row("started_at", "<", after.startedAt),
          row.and([row("started_at", "=", after.startedAt), row("sub_session", "<", after.subSessionId)]),
        ]),
      );
  }
  return query.orderBy("started_at", "desc").orderBy("sub_session", "desc").limit(page.limit).execute();
}

/** Gives: how many rows match, counted to at most one more than `upTo`. */
export async function countMetrics(database: Database, filter: MetricsFilter, upTo: number): Promise<number> {
  const some = filtered(database, filter)
    .select("sub_session")
    .limit(upTo + 1)
    .as("some");
  const row = await tables<MetricsTables>(database)
    .selectFrom(some)
    .select((one) => one.fn.countAll<number>().as("rows"))
    .executeTakeFirst();
  return Number(row?.rows ?? 0);
}

const SCORE_INPUTS = [
  "sub_session",
  "developer",
  "started_at",
  "state",
  "scoreable",
  "outcome",
  "non_trivial_turns",
  "sse",
  "pes",
  "ie",
  "crr",
  "fc",
  "axis_t",
  "axis_n",
  "axis_h",
  "usual_turns",
  "m",
  "qr_reference",
  "edits",
  "retained",
  "missing",
] as const satisfies readonly (keyof MetricsRow)[];

/** What scores are worked out from. */
export type ScoreInputRow = Pick<MetricsRow, (typeof SCORE_INPUTS)[number]>;

/** Gives: all matching rows, in no particular order. */
export async function readScoreInputs(database: Database, filter: MetricsFilter): Promise<ScoreInputRow[]> {
  return filtered(database, filter).select(SCORE_INPUTS).execute();
}
