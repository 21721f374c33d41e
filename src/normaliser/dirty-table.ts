/** Which sessions changed and wait to be assembled again. */
import { type Database, tables } from "../database/open.ts";
import { rowChunks } from "../database/row-chunks.ts";

interface DirtyTables {
  dirty_sessions: DirtySession;
}

/** A session that changed. */
export interface ChangedSession {
  organization: string;
  session: string;
  /** The batch that changed it last; the order in which they are looked at. */
  sequence: number;
}

/** A session that waits. */
export interface DirtySession extends ChangedSession {
  /** How often it was marked since it was looked at last, so that a change during a look is not forgotten. */
  marks: number;
}

/** Marks sessions as changed. */
export async function markDirty(database: Database, sessions: readonly ChangedSession[]): Promise<void> {
  for (const some of rowChunks(sessions)) {
    await tables<DirtyTables>(database)
      .insertInto("dirty_sessions")
      .values(some.map((session) => ({ ...session, marks: 1 })))
      .onConflict((conflict) =>
        conflict.columns(["organization", "session"]).doUpdateSet((row) => ({
          sequence: row.ref("excluded.sequence"),
          marks: row("dirty_sessions.marks", "+", 1),
        })),
      )
      .execute();
  }
}

/** Gives: at most `limit` changed sessions, those that wait longest first. */
export async function findDirty(database: Database, limit: number): Promise<DirtySession[]> {
  return tables<DirtyTables>(database)
    .selectFrom("dirty_sessions")
    .selectAll()
    .orderBy("sequence")
    .limit(limit)
    .execute();
}

/** Takes the marks off, unless the session has changed again since it was read. */
export async function clearDirty(database: Database, sessions: readonly DirtySession[]): Promise<void> {
  const alike = Map.groupBy(sessions, ({ organization, marks }) => `${organization} ${marks}`);
  for (const some of [...alike.values()].flatMap(rowChunks)) {
    const [{ organization, marks }] = some as [DirtySession];
    await tables<DirtyTables>(database)
      .deleteFrom("dirty_sessions")
      .where("organization", "=", organization)
      .where("marks", "=", marks)
      .where(
        "session",
        "in",
        some.map(({ session }) => session),
      )
      .execute();
  }
}
