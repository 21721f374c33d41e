/** How many sessions wait to be assembled again. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { DIRTY_SESSIONS } from "./dirty-table.ts";

/** Sessions that wait, and the batch that changed the first of them; null when none waits. */
export interface WaitingSessions {
  sessions: number;
  sequence: number | null;
}

export async function readWaiting(database: Database): Promise<WaitingSessions> {
  const row = await tables(database, DIRTY_SESSIONS)
    .selectFrom("dirty_sessions")
    .select(({ fn }) => [fn.countAll<number>().as("sessions"), fn.min("sequence").as("sequence")])
    .executeTakeFirstOrThrow();
  return { sessions: row.sessions, sequence: row.sequence };
}

/** Gives: how many of them were changed last by a batch up to the sequence. */
export async function countWaiting(database: Database, upTo: number): Promise<number> {
  const row = await tables(database, DIRTY_SESSIONS)
    .selectFrom("dirty_sessions")
    .select(({ fn }) => fn.countAll<number>().as("sessions"))
    .where("sequence", "<=", upTo)
    .executeTakeFirstOrThrow();
  return row.sessions;
}
