/** The rows of active pieces and waits after errors, from which flow is computed over a developer's sessions. */
import { sql } from "kysely";
import { type ChangedRows, type Database, engineOf, type SessionOf } from "../../database/engine.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import type { ChangedTime } from "../../database/days/kept-days-table.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import type { TableSet } from "../../database/prepare.ts";
import { replaceSessionRows } from "../../database/session-rows.ts";
import { type DetailedWait, mayBeStall } from "../../stalls/error-stall.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { TurnRow } from "../../turns/create-tables.ts";
import type { ActivePiece, Activity } from "./activity.ts";
import { activePiece, LONGEST_PIECE } from "./stretches.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Pieces that are no turn from start to end: those are in `TURNS`, as most are. */
export const ACTIVE_PIECES = declareTable(
  "active_pieces",
  {
    organization: text(),
    developer: text(),
    session: text<SessionName>(),
    start_ms: instant(),
    end_ms: instant(),
    sub_session: text(),
  },
  {
    owner: ["session", "developer"],
    indexes: {
      active_pieces_by_time: ["organization", "developer", "start_ms"],
      active_pieces_by_session: ["session"],
    },
  },
);

export type PieceRow = RowOf<typeof ACTIVE_PIECES>;

export const ERROR_WAITS = declareTable(
  "error_waits",
  {
    organization: text(),
    developer: text(),
    session: text<SessionName>(),
    failed_ms: instant(),
    recovered_ms: instant(),
    status: orNull(count()),
    model: orNull(text()),
    /** 1 or 0. */
    spend_limit: count<0 | 1>(),
  },
  {
    owner: ["session", "developer"],
    indexes: {
      error_waits_by_time: ["organization", "developer", "failed_ms"],
      error_waits_by_session: ["session"],
      error_waits_by_failure: ["organization", "failed_ms"],
    },
  },
);

export type WaitRow = RowOf<typeof ERROR_WAITS>;

export const activityTables = {
  name: "activity",
  tables: [ACTIVE_PIECES, ERROR_WAITS],
  kept: false,
  shape: 3,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, ACTIVE_PIECES);
  await createTable(database, ERROR_WAITS);
}

/** One session's activity. */
export interface SessionActivity extends Activity, SessionOf {
  developer: string;
}

/** The changes of sessions' activity. */
export interface ChangedActivity {
  /** The times of the removed and the new pieces, and of such waits that may be stalls. */
  windows: DeveloperWindow[];
  /** The removed and the new pieces and waits. */
  changed: ChangedTime[];
}

/** The activity of sessions, and how the rows of their turns changed. */
export interface NextActivity {
  sessions: readonly SessionOf[];
  activities: readonly SessionActivity[];
  turns: ChangedRows<TurnRow>;
}

/** Replaces the activity of sessions. */
export async function saveActivity(
  database: Database,
  { sessions, activities, turns }: NextActivity,
): Promise<ChangedActivity> {
  const [pieces, waits] = [activities.flatMap(pieceRows), activities.flatMap(waitRows)];
  const others = await replaceSessionRows(database, ACTIVE_PIECES, { sessions, rows: pieces });
  const moved = withMoved(turns, others);
  const waited = await replaceSessionRows(database, ERROR_WAITS, { sessions, rows: waits });
  const windows = [
    ...[...moved.removed, ...moved.added].map(windowOfPiece),
    ...[...waited.removed, ...waited.added].filter(isLong).map(windowOfWait),
  ];
  return { windows, changed: [...timesOf(moved, "start_ms"), ...timesOf(waited, "failed_ms")] };
}

/** Adds the pieces that are turns; a turn that changed in other ways did not move. */
function withMoved(turns: ChangedRows<TurnRow>, others: ChangedRows<PieceRow>): ChangedRows<PieceRow> {
  const [before, now] = [piecesIn(turns.removed), piecesIn(turns.added)];
  return {
    removed: [...others.removed, ...[...before].flatMap(([key, piece]) => (now.has(key) ? [] : piece))],
    added: [...others.added, ...[...now].flatMap(([key, piece]) => (before.has(key) ? [] : piece))],
  };
}

function piecesIn(turns: readonly TurnRow[]): Map<string, PieceRow> {
  const pieces = new Map<string, PieceRow>();
  for (const { event, organization, developer, session, active_in, started_at, ended_at } of turns) {
    if (active_in === null) continue;
    const { start, end } = activePiece(Number(started_at), Number(ended_at));
    const whose = { organization, developer, session, sub_session: active_in };
    const piece = { ...whose, start_ms: start, end_ms: end };
    pieces.set(JSON.stringify([event, piece]), piece);
  }
  return pieces;
}

function windowOfPiece({ organization, developer, start_ms: from, end_ms: to }: PieceRow): DeveloperWindow {
  return { organization, developer, from, to };
}

function windowOfWait({
  organization,
  developer,
  failed_ms: from,
  recovered_ms: to,
}: WaitRow): DeveloperWindow {
  return { organization, developer, from, to };
}

/**
 * A long wait may change the flow of the developer's other sessions too, even if nobody was waiting at the
 * keyboard.
 */
function isLong({ failed_ms: failedAt, recovered_ms: recoveredAt }: WaitRow): boolean {
  return mayBeStall({ failedAt, recoveredAt });
}

function timesOf<Row extends { organization: string }, Time extends keyof Row & string>(
  { removed, added }: { removed: Row[]; added: Row[] },
  time: Time,
): ChangedTime[] {
  return [...removed, ...added].map((row) => ({
    organization: row.organization,
    at: Number(row[time]),
  }));
}

function pieceRows({ organization, developer, session, pieces }: SessionActivity): PieceRow[] {
  const others = pieces.filter(({ turn }) => turn === null);
  return others.map(({ subSession, start, end }) => ({
    organization,
    developer,
    session,
    sub_session: subSession,
    start_ms: start,
    end_ms: end,
  }));
}

function waitRows({ organization, developer, session, waits }: SessionActivity): WaitRow[] {
  return waits.map(({ failedAt, recoveredAt, status, model, spendLimit }) => ({
    organization,
    developer,
    session,
    failed_ms: failedAt,
    recovered_ms: recoveredAt,
    status,
    model,
    spend_limit: spendLimit,
  }));
}

/** A developer's time between two instants. */
export interface DeveloperWindow {
  organization: string;
  developer: string;
  from: Instant;
  to: Instant;
}

// These run for each developer of a round; as plain text a query costs less than half of what building it costs.

/** When the piece that a turn makes ends; `activePiece` computes the same. */
const PIECE_END = sql`case when ended_at - started_at > ${sql.lit(LONGEST_PIECE)}
  then started_at + ${sql.lit(LONGEST_PIECE)} else ended_at end`;

/** Returns the pieces that start in the window, by start. */
export async function readPieces(database: Database, window: DeveloperWindow): Promise<ActivePiece[]> {
  const { rows } = await sql<ActivePiece>`
    select session, sub_session as "subSession", start_ms as "start", end_ms as "end" from active_pieces
    where organization = ${window.organization} and developer = ${window.developer}
      and start_ms >= ${window.from} and start_ms < ${window.to}
    union all
    select session, active_in, started_at, ${PIECE_END} from turns
    where organization = ${window.organization} and developer = ${window.developer}
      and started_at >= ${window.from} and started_at < ${window.to} and active_in is not null`.execute(
    database,
  );
  // in an order that it is asked for, SQLite reads everybody's turns of that time
  return rows.toSorted(byStart);
}

function byStart(left: ActivePiece, right: ActivePiece): number {
  if (left.start !== right.start) return left.start - right.start;
  if (left.subSession !== right.subSession) return left.subSession < right.subSession ? -1 : 1;
  return left.end - right.end;
}

/** Returns the waits that begin in the window, by their beginning. */
export async function readWaits(database: Database, window: DeveloperWindow): Promise<DetailedWait[]> {
  const { rows } = await sql<DetailedWait>`
    select failed_ms as "failedAt", recovered_ms as "recoveredAt", status, model, spend_limit as "spendLimit"
    from error_waits
    where organization = ${window.organization} and developer = ${window.developer}
      and failed_ms >= ${window.from} and failed_ms < ${window.to}
    order by failed_ms`.execute(database);
  return rows;
}

/** A wait, and whose it is. */
export interface OwnedWait extends DetailedWait {
  session: SessionName;
  developer: string;
}

/** Returns everybody's waits that begin in the window, by their beginning. */
export async function readOwnedWaits(database: Database, filter: WindowFilter): Promise<OwnedWait[]> {
  return inWindow(tables(database, ERROR_WAITS).selectFrom("error_waits"), filter, "failed_ms")
    .select([
      "session",
      "developer",
      "failed_ms as failedAt",
      "recovered_ms as recoveredAt",
      "status",
      "model",
      "spend_limit as spendLimit",
    ])
    .orderBy("failed_ms")
    .orderBy("session")
    .execute();
}

/**
 * Returns a time in which all pieces of some sub-sessions are, and little else.
 *
 * @param pieces - A piece of each of them, or more.
 */
export async function readExtent(
  database: Database,
  organization: string,
  pieces: readonly Pick<ActivePiece, "session" | "subSession">[],
): Promise<{ from: Instant; to: Instant }> {
  const [sessions, subSessions] = [new Set<SessionName>(), new Set<string>()];
  for (const { session, subSession } of pieces) {
    sessions.add(session);
    subSessions.add(subSession);
  }
  const { listOf } = engineOf(database);
  const named = listOf([...subSessions]);
  // a turn is within its sub-session; another piece may begin after the last work of its own
  const { rows } = await sql<{ from: Instant; to: Instant }>`
    select min(first) as "from", max(last) as "to" from (
      select min(started_at) as first, max(ended_at) as last from sub_sessions where id in ${named}
      union all
      select min(start_ms), max(end_ms) from active_pieces
      where organization = ${organization} and session in ${listOf([...sessions])} and sub_session in ${named}
    ) as spans`.execute(database);
  return rows[0] as { from: Instant; to: Instant };
}
