/** Counts the sessions of developers. */
import { type Database, engineOf } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import { SESSIONS } from "../../normaliser/table.ts";
import { ASSEMBLED_SESSIONS } from "../../turns/create-tables.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** The sessions that carry one developer's id. */
export interface SessionsOf {
  developer: string;
  sessions: number;
  /** The newest record of any of them. */
  lastSeenAt: Instant;
}

/** Returns no entry for a developer without sessions. */
export async function countSessionsOf(
  database: Database,
  organization: string,
  developers: readonly string[],
): Promise<SessionsOf[]> {
  return tables(database, ASSEMBLED_SESSIONS, SESSIONS)
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
    .where("assembled_sessions.developer", "in", engineOf(database).listOf(developers))
    .groupBy("assembled_sessions.developer")
    .execute();
}
