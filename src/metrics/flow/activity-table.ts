/** The rows of active pieces and waits after errors, from which flow is worked out over a developer's sessions. */
import { sql } from "kysely";
import { type Database, tables } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { replaceSessionRows } from "../../database/session-rows-table.ts";
import type { ErrorWait } from "../../stalls/error-stall.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { ActivePiece, Activity } from "./activity.ts";

interface OwnedRow {
  organization: string;
  developer: string;
  session: string;
}

interface PieceRow extends OwnedRow {
  sub_session: string;
  start_ms: Milliseconds;
  end_ms: Milliseconds;
}

interface WaitRow extends OwnedRow {
  failed_ms: Milliseconds;
  recovered_ms: Milliseconds;
}

interface ActivityTables {
  active_pieces: PieceRow;
  error_waits: WaitRow;
}

export const activityTables: TableSet = {
  name: "activity",
  tables: ["active_pieces", "error_waits"],
  kept: false,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  const { schema } = tables<ActivityTables>(database);
  const times = { active_pieces: ["start_ms", "end_ms"], error_waits: ["failed_ms", "recovered_ms"] };
  for (const [table, [first = "", last = ""]] of Object.entries(times)) {
    await schema
      .createTable(table)
      .addColumn("organization", "text", (column) => column.notNull())
      .addColumn("developer", "text", (column) => column.notNull())
      .addColumn("session", "text", (column) => column.notNull())
      .addColumn(first, "integer", (column) => column.notNull())
      .addColumn(last, "integer", (column) => column.notNull())
      .execute();
    const byTime = schema.createIndex(`${table}_by_time`).on(table);
    await byTime.columns(["organization", "developer", first]).execute();
    await schema.createIndex(`${table}_by_session`).on(table).columns(["organization", "session"]).execute();
  }
  await schema.alterTable("active_pieces").addColumn("sub_session", "text").execute();
  const bySubSession = schema.createIndex("active_pieces_by_sub_session").on("active_pieces");
  await bySubSession.columns(["sub_session"]).execute();
}

/** One session's activity. */
export interface SessionActivity extends Activity {
  organization: string;
  developer: string;
  session: string;
}

/** Puts the activity of sessions in the place of what they had. */
export async function saveActivity(database: Database, sessions: readonly SessionActivity[]): Promise<void> {
  const view = tables<ActivityTables>(database);
  await replaceSessionRows(view, "active_pieces", { sessions, rows: sessions.flatMap(pieceRows) });
  await replaceSessionRows(view, "error_waits", { sessions, rows: sessions.flatMap(waitRows) });
}

function pieceRows({ organization, developer, session, pieces }: SessionActivity): PieceRow[] {
  return pieces.map(({ subSession, start, end }) => ({
    organization,
    developer,
    session,
    sub_session: subSession,
    start_ms: start,
    end_ms: end,
  }));
}

function waitRows({ organization, developer, session, waits }: SessionActivity): WaitRow[] {
  return waits.map(({ failedAt, recoveredAt }) => ({
    organization,
    developer,
    session,
    failed_ms: failedAt,
    recovered_ms: recoveredAt,
  }));
}

/** A developer's time between two instants. */
export interface DeveloperWindow {
  organization: string;
  developer: string;
  from: Milliseconds;
  to: Milliseconds;
}

// Asked for each developer of a round: as plain text a query costs less than half of what building it does.

/** Gives: the pieces that start in the window, by start. */
export async function readPieces(database: Database, window: DeveloperWindow): Promise<ActivePiece[]> {
  const { rows } = await sql<ActivePiece>`
    select session, sub_session as subSession, start_ms as start, end_ms as end from active_pieces
    where organization = ${window.organization} and developer = ${window.developer}
      and start_ms >= ${window.from} and start_ms < ${window.to}
    order by start_ms, sub_session, end_ms`.execute(database);
  return rows;
}

/** Gives: the waits that begin in the window, by their beginning. */
export async function readWaits(database: Database, window: DeveloperWindow): Promise<ErrorWait[]> {
  const { rows } = await sql<ErrorWait>`
    select failed_ms as failedAt, recovered_ms as recoveredAt from error_waits
    where organization = ${window.organization} and developer = ${window.developer}
      and failed_ms >= ${window.from} and failed_ms < ${window.to}
    order by failed_ms`.execute(database);
  return rows;
}

/** Gives: the first start and last end of the sub-sessions' pieces. */
export async function readExtent(database: Database, subSessions: readonly string[]): Promise<TimeSpan> {
  const { rows } = await sql<TimeSpan>`
    select min(start_ms) as "from", max(end_ms) as "to" from active_pieces
    where sub_session in (select value from json_each(${JSON.stringify(subSessions)}))`.execute(database);
  const [extent] = rows;
  if (extent === undefined) throw new Error("BUG: an aggregate without a row");
  return extent;
}

/** From the first to the last of something. */
interface TimeSpan {
  from: Milliseconds;
  to: Milliseconds;
}

/** Gives: the time in which the sessions' stored pieces lie, for each developer. */
export async function readSessionExtents(
  database: Database,
  sessions: readonly { organization: string; session: string }[],
): Promise<DeveloperWindow[]> {
  const windows: DeveloperWindow[] = [];
  for (const [organization, own] of Map.groupBy(sessions, (one) => one.organization)) {
    const names = own.map(({ session }) => session);
    const rows = await tables<ActivityTables>(database)
      .selectFrom("active_pieces")
      .select((piece) => ["developer", piece.fn.min("start_ms").as("from"), piece.fn.max("end_ms").as("to")])
      .where("organization", "=", organization)
      .where("session", "in", names)
      .groupBy(["session", "developer"])
      .execute();
    windows.push(...rows.map(({ developer, from, to }) => ({ organization, developer, from, to })));
  }
  return windows;
}
