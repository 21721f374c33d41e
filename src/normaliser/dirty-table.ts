/** Which sessions changed and wait to be assembled again. */
import type { Database } from "../database/open.ts";
import { count, text } from "../database/columns.ts";
import { declareTable, tables } from "../database/table-shape.ts";
import { rowChunks } from "../database/row-chunks.ts";
import type { SessionName } from "../vocabulary/held-name.ts";
import { heldHere } from "../database/leases/held-table.ts";

/** The sessions that wait to be assembled again. */
export const DIRTY_SESSIONS = declareTable(
  "dirty_sessions",
  {
    organization: text(),
    session: text<SessionName>(),
    sequence: count(),
    marks: count(),
  },
  { owner: ["session"], key: ["organization", "session"], clustered: true },
);

/** A session that changed. */
export interface ChangedSession {
  organization: string;
  session: SessionName;
  /** The batch that changed it last; the order in which they are looked at. `AFTER_BATCHES` where none did. */
  sequence: number;
}

/** In the place of a batch: what this changes is shown when all that came by batches is, and nothing waits for it. */
export const AFTER_BATCHES = Number.MAX_SAFE_INTEGER;

/** A session that waits. */
export interface DirtySession extends ChangedSession {
  /** How often it was marked since it was looked at last, so that a change during a look is not forgotten. */
  marks: number;
}

/** Marks sessions as changed. */
export async function markDirty(database: Database, sessions: readonly ChangedSession[]): Promise<void> {
  for (const chunk of rowChunks(sessions)) {
    await tables(database, DIRTY_SESSIONS)
      .insertInto("dirty_sessions")
      .values(chunk.map((session) => ({ ...session, marks: 1 })))
      .onConflict((conflict) =>
        conflict.columns(["organization", "session"]).doUpdateSet((row) => ({
          // what a batch changed stays known as that
          sequence: row
            .case()
            .when("excluded.sequence", "=", AFTER_BATCHES)
            .then(row.ref("dirty_sessions.sequence"))
            .else(row.ref("excluded.sequence"))
            .end(),
          marks: row("dirty_sessions.marks", "+", 1),
        })),
      )
      .execute();
  }
}

/** Returns at most `limit` changed sessions, those that wait longest first. */
export async function findDirty(database: Database, limit: number): Promise<DirtySession[]> {
  return tables(database, DIRTY_SESSIONS)
    .selectFrom("dirty_sessions")
    .selectAll()
    .$call(heldHere(database, "organization"))
    .orderBy("sequence")
    .limit(limit)
    .execute();
}

/** Takes the marks off, unless the session has changed again since it was read. */
export async function clearDirty(database: Database, sessions: readonly DirtySession[]): Promise<void> {
  const alike = Map.groupBy(sessions, ({ organization, marks }) => `${organization} ${marks}`);
  for (const chunk of [...alike.values()].flatMap(rowChunks)) {
    const [{ organization, marks }] = chunk as [DirtySession];
    await tables(database, DIRTY_SESSIONS)
      .deleteFrom("dirty_sessions")
      .where("organization", "=", organization)
      .where("marks", "=", marks)
      .where(
        "session",
        "in",
        chunk.map(({ session }) => session),
      )
      .execute();
  }
}
