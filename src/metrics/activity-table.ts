/** The rows of active pieces and stalls, from which flow continuity is worked out over a developer's sessions. */
import { type Database, tables } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import type { Milliseconds } from "../vocabulary/units.ts";

interface PieceRow {
  organization: string;
  developer: string;
  session: string;
  sub_session: string;
  start_ms: Milliseconds;
  end_ms: Milliseconds;
}

interface StallRow {
  organization: string;
  developer: string;
  session: string;
  start_ms: Milliseconds;
  end_ms: Milliseconds;
}

interface ActivityTables {
  active_pieces: PieceRow;
  error_stalls: StallRow;
}

export const activityTables: TableSet = {
  name: "activity",
  tables: ["active_pieces", "error_stalls"],
  kept: false,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  const { schema } = tables<ActivityTables>(database);
  await schema
    .createTable("active_pieces")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("sub_session", "text", (column) => column.notNull())
    .addColumn("start_ms", "integer", (column) => column.notNull())
    .addColumn("end_ms", "integer", (column) => column.notNull())
    .execute();
  await schema
    .createTable("error_stalls")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("start_ms", "integer", (column) => column.notNull())
    .addColumn("end_ms", "integer", (column) => column.notNull())
    .execute();
  for (const table of ["active_pieces", "error_stalls"]) {
    await schema
      .createIndex(`${table}_by_time`)
      .on(table)
      .columns(["organization", "developer", "start_ms"])
      .execute();
    await schema.createIndex(`${table}_by_session`).on(table).columns(["organization", "session"]).execute();
  }
  await schema
    .createIndex("active_pieces_by_sub_session")
    .on("active_pieces")
    .columns(["sub_session"])
    .execute();
}

/** A time in which a developer worked on a sub-session. */
export interface StoredPiece {
  session: string;
  subSession: string;
  start: Milliseconds;
  end: Milliseconds;
}

/** A span of time that a developer lost. */
export interface StoredStall {
  start: Milliseconds;
  end: Milliseconds;
}

/** One session's activity. */
export interface SessionActivity {
  organization: string;
  developer: string;
  session: string;
  pieces: readonly Omit<StoredPiece, "session">[];
  stalls: readonly StoredStall[];
}

/** Puts a session's activity in the place of what it had. */
export async function saveActivity(database: Database, activity: SessionActivity): Promise<void> {
  const { organization, developer, session } = activity;
  const view = tables<ActivityTables>(database);
  for (const table of ["active_pieces", "error_stalls"] as const) {
    await view
      .deleteFrom(table)
      .where("organization", "=", organization)
      .where("session", "=", session)
      .execute();
  }
  const owner = { organization, developer, session };
  const pieces = activity.pieces.map(({ subSession, start, end }) => ({
    ...owner,
    sub_session: subSession,
    start_ms: start,
    end_ms: end,
  }));
  for (const some of rowChunks(pieces)) await view.insertInto("active_pieces").values(some).execute();
  const stalls = activity.stalls.map(({ start, end }) => ({ ...owner, start_ms: start, end_ms: end }));
  for (const some of rowChunks(stalls)) await view.insertInto("error_stalls").values(some).execute();
}

/** A developer's time between two instants. */
export interface DeveloperWindow {
  organization: string;
  developer: string;
  from: Milliseconds;
  to: Milliseconds;
}

/** Gives: the pieces that start in the window, by start. */
export async function readPieces(database: Database, window: DeveloperWindow): Promise<StoredPiece[]> {
  return tables<ActivityTables>(database)
    .selectFrom("active_pieces")
    .select(["session", "sub_session as subSession", "start_ms as start", "end_ms as end"])
    .where("organization", "=", window.organization)
    .where("developer", "=", window.developer)
    .where("start_ms", ">=", window.from)
    .where("start_ms", "<", window.to)
    .orderBy("start_ms")
    .orderBy("sub_session")
    .execute();
}

/** Gives: the stalls that start in the window. */
export async function readStalls(database: Database, window: DeveloperWindow): Promise<StoredStall[]> {
  return tables<ActivityTables>(database)
    .selectFrom("error_stalls")
    .select(["start_ms as start", "end_ms as end"])
    .where("organization", "=", window.organization)
    .where("developer", "=", window.developer)
    .where("start_ms", ">=", window.from)
    .where("start_ms", "<", window.to)
    .orderBy("start_ms")
    .execute();
}

/** Gives: the first start and last end of the sub-sessions' pieces. */
export async function readExtent(
  database: Database,
  subSessions: readonly string[],
): Promise<{ from: Milliseconds; to: Milliseconds }> {
  const extents = await Promise.all(
    rowChunks(subSessions).map((some) =>
      tables<ActivityTables>(database)
        .selectFrom("active_pieces")
        .select((piece) => [piece.fn.min("start_ms").as("first"), piece.fn.max("end_ms").as("last")])
        .where("sub_session", "in", some)
        .executeTakeFirstOrThrow(),
    ),
  );
  return {
    from: Math.min(...extents.map((extent) => extent.first)),
    to: Math.max(...extents.map((extent) => extent.last)),
  };
}

/** Gives: the time in which a session's stored pieces lie, by developer; empty when it has none. */
export async function readSessionExtent(
  database: Database,
  name: { organization: string; session: string },
): Promise<DeveloperWindow[]> {
  const rows = await tables<ActivityTables>(database)
    .selectFrom("active_pieces")
    .select(
      (piece) =>
        ["developer", piece.fn.min("start_ms").as("first"), piece.fn.max("end_ms").as("last")] as const,
    )
    .where("organization", "=", name.organization)
    .where("session", "=", name.session)
    .groupBy("developer")
    .execute();
  return rows.map((row) => ({
    organization: name.organization,
    developer: row.developer,
    from: row.first,
    to: row.last,
  }));
}
