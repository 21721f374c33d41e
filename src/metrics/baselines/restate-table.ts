/**
 * Reads rows of metrics to compare them with other baselines or to learn baselines from them, and changes them. Rows of
 * earlier formulas stay as they are, and nothing is learned from them.
 */
import { type Database, engineOf } from "../../database/engine.ts";
import { changeSessionRows } from "../../database/session-rows.ts";
import { tables } from "../../database/table-shape.ts";
import { METRICS_TABLE } from "../columns-table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Closing } from "./learning/first-window.ts";
import type { Observation } from "./learning/learn-baselines.ts";
import type { AccountableRow, AccountedColumns } from "../accounts/account-row.ts";
import { readTurnsOf } from "../accounts/accounts-table.ts";
import { unpackTurns } from "../accounts/stored-turns.ts";
import { emptyDays } from "../changed-days/score-days-table.ts";
import type { MetricsRow } from "../columns-table.ts";
import { SCORING_VERSION } from "../version.ts";
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
    .where("scoring_version", "=", SCORING_VERSION)
    .where("started_at", ">=", from)
    .where("started_at", "<", to);
}

/** Where reading goes on: after this row, in the order of start and id. */
export interface AfterStart {
  startedAt: Instant;
  subSessionId: string;
}

/** A row, and where it is. */
export type PlacedRow = AccountableRow & Pick<MetricsRow, "sub_session" | "started_at">;

const ACCOUNTABLE = [
  "sub_session",
  "started_at",
  "agent",
  "outcome",
  "may_have_worked",
  "interactive",
  "repairs_visible",
  "missing",
] as const;

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
  return query.select(ACCOUNTABLE).orderBy("started_at").orderBy("sub_session").limit(page.limit).execute();
}

/** Returns the rows of sub-sessions. */
export async function readAccountable(
  database: Database,
  subSessions: readonly string[],
): Promise<PlacedRow[]> {
  return tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .select(ACCOUNTABLE)
    .where("sub_session", "in", engineOf(database).listOf(subSessions))
    .where("scoring_version", "=", SCORING_VERSION)
    .execute();
}

/** A stored row's columns that change. */
export type Accounted = AccountedColumns & Pick<MetricsRow, "sub_session">;

/** Changes stored rows. */
export async function saveAccounted(database: Database, rows: readonly Accounted[]): Promise<void> {
  const changes = rows.map(({ sub_session, ...set }) => ({ where: { sub_session }, set }));
  await emptyDays(database, await changeSessionRows(database, METRICS_TABLE, changes));
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

function closed(database: Database, organization: string) {
  return tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .where("organization", "=", organization)
    .where("scoring_version", "=", SCORING_VERSION)
    .where("state", "=", "closed");
}

/** Whether the organization has at least this many scoreable, closed sub-sessions. */
export async function hasClosed(database: Database, organization: string, least: number): Promise<boolean> {
  const query = closed(database, organization).where("scoreable", "=", 1);
  return (await query.select("sub_session").limit(least).execute()).length === least;
}

/** Returns all sub-sessions that are closed, and when each closed. */
export async function readClosings(database: Database, organization: string): Promise<Closing[]> {
  const rows = await closed(database, organization)
    .select(["sub_session as id", "closed_at as at", "scoreable"])
    .where("closed_at", "is not", null)
    .orderBy("closed_at")
    .orderBy("sub_session")
    .execute();
  return rows.map(({ id, at, scoreable }) => ({ id, at: at ?? 0, scoreable: scoreable === 1 }));
}

/** The sub-sessions of an organization that closed in a window. */
export interface ClosedWindow {
  organization: string;
  from: Instant;
  /** Exclusive. */
  to: Instant;
}

/** Returns the sub-sessions that closed in the window, scoreable or not, by start and id. */
export async function readObservations(
  database: Database,
  { organization, from, to }: ClosedWindow,
): Promise<Observation[]> {
  const rows = await closed(database, organization)
    .where("closed_at", ">=", from)
    .where("closed_at", "<", to)
    .select(["sub_session", "agent", "outcome", "scoreable", "repair_turns", "counted_turns"])
    .select(["repairs_visible", "may_have_worked"])
    .orderBy("started_at")
    .orderBy("sub_session")
    .execute();
  const turns = await readTurnsOf(
    database,
    rows.map(({ sub_session }) => sub_session),
  );
  return rows.map((row) => ({
    agent: row.agent,
    outcome: row.outcome,
    scoreable: row.scoreable === 1,
    repairTurns: row.repair_turns,
    countedTurns: row.counted_turns,
    repairsVisible: row.repairs_visible === 1,
    mayHaveWorked: row.may_have_worked === 1,
    turns: unpackTurns(turns.get(row.sub_session) ?? "[]"),
  }));
}
