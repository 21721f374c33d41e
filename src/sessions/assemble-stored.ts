/** Assembles sessions from their stored sightings to turns and sub-sessions; nothing is written. */
import type { SessionOf } from "../database/engine.ts";
import type { Database } from "../database/open.ts";
import { declarationOf } from "../normaliser/dialects/agents.ts";
import { joinNeighbours } from "../normaliser/neighbours/join-neighbours.ts";
import type { SessionFacts } from "../normaliser/session-facts.ts";
import { setHelpersApart } from "../normaliser/own-conversations/set-helpers-apart.ts";
import { settleSession } from "../normaliser/settle.ts";
import { type Chunks, readSightings } from "../normaliser/sightings/chunks-table.ts";
import { readSessions } from "../normaliser/table.ts";
import { type AssembledSession, assembleSession } from "../turns/session.ts";
import type { Instant } from "../vocabulary/units.ts";
import { keepEqual } from "../vocabulary/sharing/per-object.ts";
import type { Event } from "../normaliser/event.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { Effort } from "./effort.ts";
import { readOverrides } from "./said/overrides-table.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** An assembled session, and what is known of it as a whole. */
export interface StoredSession {
  facts: SessionFacts;
  assembled: AssembledSession;
  /** How many sightings came since it was assembled last. */
  added: number;
}

/** What assembling sessions needs. */
export interface Assembling {
  now: Instant;
  effort: Effort;
  checkpoints: Checkpoints;
}

/** Assembles the sessions of which something is known, as of now; other stages work in between. */
export async function assembleStored(
  database: Database,
  names: readonly SessionOf[],
  assembling: Assembling,
): Promise<StoredSession[]> {
  const stored: StoredSession[] = [];
  for (const [organization, ownNames] of Map.groupBy(names, (name) => name.organization)) {
    const sessions = ownNames.map(({ session }) => session);
    stored.push(...(await assembleOwn(database, { organization, sessions }, assembling)));
  }
  return stored;
}

async function assembleOwn(
  database: Database,
  { organization, sessions }: { organization: string; sessions: SessionName[] },
  { now, effort, checkpoints }: Assembling,
): Promise<StoredSession[]> {
  const overrides = await readOverrides(database, organization, sessions);
  const known = new Map(
    sessions.map((session) => [session, checkpoints.get({ organization, session })] as const),
  );
  const read = new Map(sessions.map((session) => [session, known.get(session)?.chunks]));
  const chunks = await readSightings(database, organization, read);
  const stored: StoredSession[] = [];
  for (const facts of await readSessions(database, organization, sessions)) {
    const { session, newestRecordAt } = facts;
    const before = known.get(session);
    const kept = chunks.get(session) ?? NO_CHUNKS;
    await effort.pause();
    const settled = settleSession(facts.agent, [...kept.values()].flat());
    await effort.pause();
    const events = keepEqual(await joinOthers(database, facts, settled), before?.events ?? []);
    const material = { organization, session, events, newestRecordAt, now, before: before?.assembled };
    const assembled = assembleSession({ ...material, overrides: overrides.get(session) ?? [] });
    const checkpoint = { chunks: kept, events, assembled };
    checkpoints.put({ organization, session }, checkpoint);
    stored.push({ facts, assembled, added: events.length - (before?.events.length ?? 0) });
  }
  return stored;
}

const NO_CHUNKS: Chunks = new Map();

/** Adds to a session's events what only others show. */
async function joinOthers(database: Database, facts: SessionFacts, settled: Event[]): Promise<Event[]> {
  const events = await setHelpersApart(database, facts, settled);
  const tells = declarationOf(facts.agent).dialect.tellsOfNeighbours === true;
  return tells ? joinNeighbours(database, facts, events) : events;
}
