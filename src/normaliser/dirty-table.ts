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
