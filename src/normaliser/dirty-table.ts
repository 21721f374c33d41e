/** Which sessions changed and wait to be assembled again. */
import { type Database, tables } from "../database/open.ts";
import { rowChunks } from "../database/row-chunks.ts";

interface DirtyTables {
  dirty_sessions: DirtySession;
}

/** A session, and the batch that changed it last. */
export interface DirtySession {
  organization: string;
  session: string;
  sequence: number;
}

/** Marks sessions as changed by a batch. */
export async function markDirty(database: Database, sessions: readonly DirtySession[]): Promise<void> {
  for (const some of rowChunks(sessions)) {
    await tables<DirtyTables>(database)
      .insertInto("dirty_sessions")
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(["organization", "session"])
          .doUpdateSet((row) => ({ sequence: row.ref("excluded.sequence") })),
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

/** Gives: how many sessions wait, and the batch that changed the first of them; null when none waits. */
export async function readWaiting(
  database: Database,
): Promise<{ sessions: number; sequence: number | null }> {
  const row = await tables<DirtyTables>(database)
    .selectFrom("dirty_sessions")
    .select(({ fn }) => [fn.countAll<number>().as("sessions"), fn.min("sequence").as("sequence")])
    .executeTakeFirstOrThrow();
  return { sessions: row.sessions, sequence: row.sequence };
}

/** Takes the mark off, unless the session has changed again since it was read. */
export async function clearDirty(database: Database, sessions: readonly DirtySession[]): Promise<void> {
  for (const { organization, session, sequence } of sessions) {
    await tables<DirtyTables>(database)
      .deleteFrom("dirty_sessions")
      .where("organization", "=", organization)
      .where("session", "=", session)
      .where("sequence", "=", sequence)
      .execute();
  }
}
