/** Reads rows of metrics to compare them with other baselines or to learn baselines from them, and changes them. */
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { METRICS_TABLE } from "../columns-table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Observation } from "./learning/learn-baselines.ts";
import type { RestatableRow, RestatedColumns } from "./restate.ts";
import { type DayOfRow, emptyDays } from "../changed-days/score-days-table.ts";
import type { MetricsRow } from "../columns-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** The sub-sessions of an organization that start in a window. */
export interface StartWindow {
  organization: string;
  from: Instant;
  /** Exclusive. */
  to: Instant;
}

/** Returns how many there are. */
export async function countStarted(database: Database, window: StartWindow): Promise<number> {
  const row = await startedIn(database, window)
    .select((build) => build.fn.countAll<number>().as("rows"))
    .executeTakeFirst();
  return Number(row?.rows ?? 0);
}

function startedIn(database: Database, { organization, from, to }: StartWindow) {
  return tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .where("organization", "=", organization)
    .where("started_at", ">=", from)
    .where("started_at", "<", to);
}

/** Where reading goes on: after this row, in the order of start and id. */
export interface AfterStart {
  startedAt: Instant;
  subSessionId: string;
}

/** A row, and where it is. */
export type PlacedRow = RestatableRow & Pick<MetricsRow, "sub_session" | "started_at">;

/** Returns at most `limit` rows, the earliest first. */
export async function readRestatable(
  database: Database,
  window: StartWindow,
  page: { limit: number; after: AfterStart | null },
): Promise<PlacedRow[]> {
  const { after } = page;
  let query = startedIn(database, after === null ? window : { ...window, from: after.startedAt });
  if (after !== null) {
    query = query.where((row) =>
      row.or([row("started_at", ">", after.startedAt), row("sub_session", ">", after.subSessionId)]),
    );
  }
  return query
    .select(["sub_session", "started_at", "agent", "bucket", "outcome", "actual_tokens", "actual_turns"])
    .select(["actual_human_seconds", "non_trivial_turns", "repair_turns", "sse", "ie"])
    .orderBy("started_at")
    .orderBy("sub_session")
    .limit(page.limit)
    .execute();
}

/** A stored row's columns that change. */
export type Restated = RestatedColumns & Pick<MetricsRow, "sub_session">;

/** Changes stored rows. */
export async function saveRestated(database: Database, rows: readonly Restated[]): Promise<void> {
  const view = tables(database, METRICS_TABLE);
  const stored: DayOfRow[] = [];
  for (const { sub_session, ...changed } of rows) {
    const update = view.updateTable("metrics").set(changed).where("sub_session", "=", sub_session);
    stored.push(...(await update.returning(["organization", "developer", "started_at"]).execute()));
  }
  await emptyDays(database, stored);
}

/** Returns the sessions with a sub-session that starts at or after the time. */
export async function sessionsStartedSince(
  database: Database,
  organization: string,
  from: Instant,
): Promise<SessionName[]> {
  const rows = await startedIn(database, { organization, from, to: Number.MAX_SAFE_INTEGER })
    .select("session")
    .distinct()
    .execute();
  return rows.map(({ session }) => session);
}

function closedScoreable(database: Database, organization: string) {
  return tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .where("organization", "=", organization)
    .where("scoreable", "=", 1)
    .where("state", "=", "closed");
}

/** Whether the organization has at least this many scoreable, closed sub-sessions. */
export async function hasClosed(database: Database, organization: string, least: number): Promise<boolean> {
  const rows = await closedScoreable(database, organization).select("sub_session").limit(least).execute();
  return rows.length === least;
}

/**
 * Reads when sub-sessions closed that a version can be learned from.
 *
 * @returns the times of all scoreable ones that are closed, the earliest first
 */
export async function readClosingTimes(database: Database, organization: string): Promise<Instant[]> {
  const rows = await closedScoreable(database, organization)
    .select("closed_at")
    .where("closed_at", "is not", null)
    .orderBy("closed_at")
    .execute();
  return rows.flatMap(({ closed_at }) => closed_at ?? []);
}

/** The sub-sessions of an organization that closed in a window. */
export interface ClosedWindow {
  organization: string;
  from: Instant;
  /** Exclusive. */
  to: Instant;
}

/** Returns the scoreable sub-sessions that were closed in the window, by start and id. */
export async function readObservations(
  database: Database,
  { organization, from, to }: ClosedWindow,
): Promise<Observation[]> {
  const rows = await closedScoreable(database, organization)
    .where("closed_at", ">=", from)
    .where("closed_at", "<", to)
    .select(["agent", "bucket", "outcome", "actual_tokens", "actual_turns", "actual_human_seconds", "qr"])
    .select(["repair_turns", "repairs_visible", "non_trivial_turns"])
    .orderBy("started_at")
    .orderBy("sub_session")
    .execute();
  return rows.map((row) => ({
    bucket: row.bucket,
    agent: row.agent,
    actual: {
      tokens: row.actual_tokens,
      turns: row.actual_turns,
      humanSeconds: row.actual_human_seconds,
    },
    outcome: row.outcome,
    quality: row.qr,
    repairShare:
      row.repairs_visible === 1 && row.non_trivial_turns > 0
        ? row.repair_turns / row.non_trivial_turns
        : null,
  }));
}
