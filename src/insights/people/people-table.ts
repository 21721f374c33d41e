/** Counts the sessions of developers. */
import { type Database, tables } from "../../database/open.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

interface PeopleTables {
  assembled_sessions: { organization: string; session: string; developer: string };
  sessions: { organization: string; session: string; newest_record_at: Milliseconds };
}

/** The sessions that carry one developer's id. */
export interface SessionsOf {
  developer: string;
  sessions: number;
  /** The newest record of any of them. */
  lastSeenAt: Milliseconds;
}

/** Gives: no entry for a developer without sessions. */
export async function countSessionsOf(database: Database, organization: string): Promise<SessionsOf[]> {
  return tables<PeopleTables>(database)
    .selectFrom("assembled_sessions")
    .innerJoin("sessions", (join) =>
      join
        .onRef("sessions.organization", "=", "assembled_sessions.organization")
        .onRef("sessions.session", "=", "assembled_sessions.session"),
    )
    .select((row) => [
      "assembled_sessions.developer",
      row.fn.countAll<number>().as("sessions"),
      row.fn.max("sessions.newest_record_at").as("lastSeenAt"),
    ])
    .where("assembled_sessions.organization", "=", organization)
    .groupBy("assembled_sessions.developer")
    .execute();
}
