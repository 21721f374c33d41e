/** One session from its stored sightings to its turns and sub-sessions; nothing is written. */
import type { Database } from "../database/open.ts";
import { settleSession } from "../normaliser/settle.ts";
import { readSessions, readSightings, type SessionFacts } from "../normaliser/table.ts";
import { type AssembledSession, assembleSession } from "../turns/session.ts";
import type { Milliseconds } from "../vocabulary/units.ts";

/** A session by its place. */
export interface SessionName {
  organization: string;
  session: string;
}

/** A session put together, and what is known of it as a whole. */
export interface StoredSession {
  facts: SessionFacts;
  assembled: AssembledSession;
}

/** Gives: null when nothing is known of the session. */
export async function assembleStored(
  database: Database,
  { organization, session }: SessionName,
  now: Milliseconds,
): Promise<StoredSession | null> {
  const [facts] = await readSessions(database, organization, [session]);
  if (facts === undefined) return null;
  const { agent, newestRecordAt } = facts;
  const events = settleSession(agent, await readSightings(database, organization, session));
  const material = { organization, sessionId: session, events, newestRecordAt, now, overrides: [] };
  return { facts, assembled: assembleSession(material) };
}
