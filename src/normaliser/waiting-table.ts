/** How many sessions wait to be assembled again. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { AFTER_BATCHES, DIRTY_SESSIONS } from "./dirty-table.ts";

/** Sessions that wait, and the batch that changed the first of them; null when no batch changed any. */
export interface WaitingSessions {
  sessions: number;
  sequence: number | null;
}

/** Returns the sessions that wait; those that a batch after `upTo` changed last do not count. */
export async function readWaiting(
  database: Database,
  upTo: number = Number.MAX_SAFE_INTEGER,
): Promise<WaitingSessions> {
  const row = await tables(database, DIRTY_SESSIONS)
    .selectFrom("dirty_sessions")
    .select(({ fn, eb }) => [
      fn.countAll<number>().as("sessions"),
      fn
        .min("sequence")
        .filterWhere(eb.between("sequence", 1, AFTER_BATCHES - 1))
        .as("sequence"),
    ])
    .where("sequence", "<=", upTo)
    .executeTakeFirstOrThrow();
  return { sessions: row.sessions, sequence: row.sequence };
}
