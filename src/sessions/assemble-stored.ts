/** Assembles sessions from their stored sightings to turns and sub-sessions; nothing is written. */
import type { SessionOf } from "../database/engine.ts";
import type { Database } from "../database/open.ts";
import { declarationOf } from "../normaliser/dialects/agents.ts";
import { joinNeighbours } from "../normaliser/neighbours/join-neighbours.ts";
import type { SessionFacts } from "../normaliser/session-facts.ts";
import { setHelpersApart } from "../normaliser/own-conversations/set-helpers-apart.ts";
import { settleSession } from "../normaliser/settle.ts";
import { readSightings } from "../normaliser/sightings/sightings-table.ts";
import { readSessions } from "../normaliser/table.ts";
import { type AssembledSession, assembleSession } from "../turns/session.ts";
import type { Instant } from "../vocabulary/units.ts";
import type { Effort } from "./effort.ts";
import { readOverrides } from "./overrides-table.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** An assembled session, and what is known of it as a whole. */
export interface StoredSession {
  facts: SessionFacts;
  assembled: AssembledSession;
  /** How many sightings it was assembled from. */
  sightings: number;
}

/** When sessions are assembled, and what it costs. */
export interface Assembling {
  now: Instant;
  effort: Effort;
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
  { now, effort }: Assembling,
): Promise<StoredSession[]> {
  const overrides = await readOverrides(database, organization, sessions);
  const sightings = await readSightings(database, organization, sessions);
  const stored: StoredSession[] = [];
  for (const facts of await readSessions(database, organization, sessions)) {
    const { agent, session, newestRecordAt } = facts;
    const kept = sightings.get(session) ?? [];
    await effort.pause();
    const settled = settleSession(agent, kept);
    await effort.pause();
    const ownEvents = await setHelpersApart(database, facts, settled);
    const tells = declarationOf(agent).dialect.tellsOfNeighbours === true;
    const events = tells ? await joinNeighbours(database, facts, ownEvents) : ownEvents;
    const material = { organization, session, events, newestRecordAt, now };
    const assembled = assembleSession({ ...material, overrides: overrides.get(session) ?? [] });
    stored.push({ facts, assembled, sightings: kept.length });
  }
  return stored;
}
