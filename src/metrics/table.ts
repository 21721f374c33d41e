/** The rows of metrics: one per sub-session, with everything that scores are worked out from. */
import { sql } from "kysely";
import type { Database } from "../database/open.ts";
import { count, instant, json, orNull, ratio, text } from "../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import type { TableSet } from "../database/prepare.ts";
import { replaceSessionRows } from "../database/session-rows.ts";
import type { Outcome } from "../turns/outcomes/outcome-kind.ts";
import type { SubSessionState } from "../turns/sub-session.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import { eachMetric, METRICS, SKILL_INPUTS } from "./metrics.ts";
import type { MicroUsd, Milliseconds, Score, Seconds, Tokens } from "../vocabulary/units.ts";

export const METRICS_TABLE = declareTable(
  "metrics",
  {
    sub_session: text(),
    organization: text(),
    session: text(),
    developer: text(),
    agent: text<Agent>(),
    started_at: instant(),
    ended_at: instant(),
    /** When it was closed for good; null before. */
    closed_at: orNull(instant()),
    state: text<SubSessionState>(),
    /** 1 when it counts in scores. */
    scoreable: count(),
    outcome: text<Outcome>(),
    bucket: count(),
    non_trivial_turns: count(),
    ...eachMetric(() => orNull(ratio<Score>())),
    tier: orNull(text()),
    axis_t: orNull(ratio()),
    axis_n: orNull(ratio()),
    axis_h: orNull(ratio()),
    raw: orNull(ratio()),
    gated_raw: orNull(ratio()),
    actual_tokens: orNull(ratio<Tokens>()),
    actual_turns: orNull(ratio()),
    actual_human_seconds: orNull(ratio<Seconds>()),
    usual_tokens: ratio<Tokens>(),
    usual_turns: ratio(),
    usual_human_seconds: ratio<Seconds>(),
    /** The organization's usual raw′ and quality, of the baselines in force at its start. */
    m: ratio(),
    qr_reference: ratio<Score>(),
    edits: count(),
    retained: count(),
    repair_turns: count(),
    /** 1 when repairs could be seen. */
    repairs_visible: count(),
    good_resets: count(),
    bad_resets: count(),
    median_ms_per_token: orNull(ratio()),
    cost_micro_usd: orNull(count<MicroUsd>()),
    /** JSON: the reason of each missing metric. */
    missing: json(),
    baseline_version: count(),
    scoring_version: text(),
  },
  {
    key: ["sub_session"],
    indexes: {
      metrics_by_session: ["organization", "session"],
      metrics_by_time: ["organization", "started_at", "sub_session"],
      metrics_by_developer: ["organization", "developer", "started_at", "sub_session"],
    },
  },
);

/** One sub-session's metrics as they are stored; null is "not enough evidence". */
export type MetricsRow = RowOf<typeof METRICS_TABLE>;

/** So many metrics the first shape had. */
const FIRST_METRICS = 6;

export const metricsTables = {
  name: "metrics",
  tables: [METRICS_TABLE],
  kept: false,
  // one metric more is another shape, and tables of another shape are made anew
  migrations: [createTables, ...METRICS.slice(FIRST_METRICS).map(() => async () => {})],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, METRICS_TABLE);
}

/** Puts the metrics of sessions in the place of those they had. Takes: all their rows. */
export async function saveMetrics(
  database: Database,
  sessions: readonly { organization: string; session: string }[],
  rows: readonly MetricsRow[],
): Promise<void> {
  await replaceSessionRows(database, METRICS_TABLE, { sessions, rows });
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
  let query = tables(database, METRICS_TABLE)
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
  const row = await tables(database, METRICS_TABLE)
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
  ...SKILL_INPUTS,
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
