/** The rows of metrics: one per sub-session, with everything that scores are computed from. */
import { sql } from "kysely";
import { type Database, engineOf, type SessionOf } from "../database/engine.ts";
import type { TableShape } from "../database/columns.ts";
import { deletionOf } from "../database/table.ts";
import type { TableSet } from "../database/prepare.ts";
import { changeSessionRows, replaceSessionRows } from "../database/session-rows.ts";
import { createTable, tables } from "../database/table-shape.ts";
import { totalOf } from "../database/total.ts";
import { pageAfter, inWindow, type WindowFilter } from "../database/window.ts";
import type { Instant, Score } from "../vocabulary/units.ts";
import { emptyDays } from "./changed-days/score-days-table.ts";
import { METRICS_TABLE, type MetricsRow } from "./columns-table.ts";
import { readEarlierFormulas } from "./formulas-table.ts";
import { METRICS, SKILL_INPUTS } from "./metrics.ts";
import { SCORING_VERSION } from "./version.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

export const metricsTables = {
  name: "metrics",
  tables: [METRICS_TABLE],
  kept: false,
  // one metric more is another shape
  shape: 11 + METRICS.length,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, METRICS_TABLE);
}

/**
 * Replaces the metrics of sessions.
 *
 * @param rows - All their rows.
 * @returns The rows that are new or different.
 */
export async function saveMetrics(
  database: Database,
  sessions: readonly SessionOf[],
  rows: readonly MetricsRow[],
): Promise<MetricsRow[]> {
  const next = await withoutRestating(database, sessions, rows);
  const { removed, added } = await replaceSessionRows(database, METRICS_TABLE, { sessions, rows: next });
  await emptyDays(database, [...removed, ...added]);
  return added;
}

/** Of a row of earlier formulas no number changes: only how far its sub-session has come. */
async function withoutRestating(
  database: Database,
  sessions: readonly SessionOf[],
  rows: readonly MetricsRow[],
): Promise<readonly MetricsRow[]> {
  if ((await readEarlierFormulas(database)).length === 0) return rows;
  const earlier = new Map<string, MetricsRow>();
  for (const [organization, ours] of Map.groupBy(sessions, (session) => session.organization)) {
    const names = ours.map(({ session }) => session);
    for (const row of await readEarlierRows(database, organization, names)) earlier.set(row.sub_session, row);
  }
  return rows.map((row) => {
    const before = earlier.get(row.sub_session);
    if (before === undefined) return row;
    const { developer, state, ended_at, closed_at } = row;
    return { ...before, developer, state, ended_at, closed_at };
  });
}

async function readEarlierRows(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<MetricsRow[]> {
  return tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .selectAll()
    .where("organization", "=", organization)
    .where("session", "in", engineOf(database).listOf(sessions))
    .where("scoring_version", "!=", SCORING_VERSION)
    .execute();
}

/** Deletes the rows of the formulas in force, except those of sessions that the other table lists. */
export async function emptyMetrics(transaction: Database, keepListedIn: TableShape): Promise<void> {
  const earlier = (await readEarlierFormulas(transaction)).map(({ version }) => version);
  const deletion = deletionOf(transaction, METRICS_TABLE, keepListedIn);
  await (
    earlier.length === 0 ? deletion : deletion.where(sql<string>`scoring_version`, "not in", earlier)
  ).execute();
}

/** Returns those of the sub-sessions whose rows come from earlier formulas. */
export async function findEarlier(
  database: Database,
  subSessions: readonly string[],
): Promise<ReadonlySet<string>> {
  if ((await readEarlierFormulas(database)).length === 0) return NONE;
  const rows = await tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .select("sub_session")
    .where("sub_session", "in", engineOf(database).listOf(subSessions))
    .where("scoring_version", "!=", SCORING_VERSION)
    .execute();
  return new Set(rows.map(({ sub_session }) => sub_session));
}

const NONE: ReadonlySet<string> = new Set();

/** Sets the flow continuity of stored sub-sessions; null removes it. */
export async function saveFlows(database: Database, flows: ReadonlyMap<string, Score | null>): Promise<void> {
  const stored = await readFlows(database, [...flows.keys()]);
  const changes = [...flows]
    .filter(([subSession, fc]) => stored.get(subSession) !== fc)
    .map(([sub_session, fc]) => ({ where: { sub_session, scoring_version: SCORING_VERSION }, set: { fc } }));
  await emptyDays(database, await changeSessionRows(database, METRICS_TABLE, changes));
}

/** Returns the flow continuity of those of the sub-sessions that are stored. */
export async function readFlows(
  database: Database,
  subSessions: readonly string[],
): Promise<Map<string, Score | null>> {
  const rows = await tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .select(["sub_session", "fc"])
    .where("sub_session", "in", engineOf(database).listOf(subSessions))
    .execute();
  return new Map(rows.map(({ sub_session, fc }) => [sub_session, fc]));
}

/** Which metrics are requested. */
export interface MetricsFilter extends WindowFilter {
  /** Their names; null for all. */
  sessions: readonly SessionName[] | null;
}

function filtered(database: Database, filter: MetricsFilter) {
  const query = inWindow(tables(database, METRICS_TABLE).selectFrom("metrics"), filter, "started_at");
  return filter.sessions === null ? query : query.where("session", "in", filter.sessions);
}

/** Where a page begins: after this row, in the order of start and id, the newest first. */
export interface AfterRow {
  startedAt: Instant;
  subSessionId: string;
}

/** Returns at most `limit` rows, the newest first. */
export async function readMetricsPage(
  database: Database,
  filter: MetricsFilter,
  page: { limit: number; after: AfterRow | null },
): Promise<MetricsRow[]> {
  const { limit, after } = page;
  const place = after === null ? null : { at: after.startedAt, id: after.subSessionId };
  const query = filtered(database, filter).selectAll();
  return pageAfter(query, ["started_at", "sub_session"], place).limit(limit).execute();
}

/** Returns how many rows match, as `totalOf` counts them. */
export function countMetrics(database: Database, filter: MetricsFilter): Promise<number | null> {
  return totalOf(database, filtered(database, filter).select("started_at"));
}

/** The columns that scores are computed from. */
export const SCORE_INPUTS = [
  "sub_session",
  "developer",
  "started_at",
  "state",
  "scoreable",
  "outcome",
  "non_trivial_turns",
  ...SKILL_INPUTS,
  "took_t",
  "took_n",
  "took_h",
  "took_k",
  "earned_t",
  "earned_n",
  "earned_h",
  "earned_k",
  "weight",
  "reference_sse",
  "reference_speed",
  "reference_efficiency",
  "baseline",
  "missing",
  "scoring_version",
] as const satisfies readonly (keyof MetricsRow)[];

/** What scores are computed from. */
export type ScoreInputRow = Pick<MetricsRow, (typeof SCORE_INPUTS)[number]>;

/** Returns all matching rows, in no particular order. */
export async function readScoreInputs(database: Database, filter: MetricsFilter): Promise<ScoreInputRow[]> {
  return filtered(database, filter).select(SCORE_INPUTS).execute();
}
