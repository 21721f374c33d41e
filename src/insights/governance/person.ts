/** Finds by which sessions, traces and instances a person who is purged is known at this moment. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { LATEST_AHEAD_MS } from "../../normaliser/records/record-time.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import { type SessionName, partName, partNumber, wholeName } from "../../vocabulary/held-name.ts";
import type { Purge } from "./journal-table.ts";
import { selectKnownSessions, selectOwners, selectScopes, selectSessionsOf } from "./person-table.ts";

/** By what the person is known at this moment. */
export interface Person {
  /** Names of their sessions, and of the later parts of those. */
  sessions: readonly SessionName[];
  /** Those of the sessions that no earlier pass knew. */
  newSessions: readonly SessionName[];
  scopes: readonly string[];
}

/** Finds what is the person's: what is measured as theirs, what the journal knows, and the other parts of both. */
export async function findPerson(database: Database, purge: Purge): Promise<Person> {
  const { organization, developers } = purge;
  const hashes = new Set(purge.sessions);
  const isKnown = (session: SessionName) => hashes.has(hashOf(organization, session));
  const until = purge.purgedAt + LATEST_AHEAD_MS;
  const owned = await selectSessionsOf(database, { organization, ids: developers, until });
  const all = await selectKnownSessions(database, organization);
  const found = new Set([...owned, ...all.filter(isKnown)]);
  const goesOn = (session: SessionName) => found.has(session) || earlierParts(session).some(isKnown);
  const wholes = new Set(all.filter(goesOn).map(wholeName));
  const parts = all.filter((session) => !found.has(session) && wholes.has(wholeName(session)));
  const theirParts = await withoutOtherPeoples(database, purge, parts);
  const sessions = [...found, ...theirParts];
  const othersParts = parts.filter((part) => !theirParts.includes(part));
  return {
    sessions,
    newSessions: sessions.filter((session) => !isKnown(session)),
    scopes: await scopesOf(database, organization, { sessions, othersParts }),
  };
}

/** Lists the names that the parts of a session before this one have. */
function earlierParts(session: SessionName): SessionName[] {
  const whole = wholeName(session);
  return Array.from({ length: partNumber(session) }, (_, part) =>
    part === 0 ? whole : (partName(whole, part) ?? whole),
  );
}

/** Returns the sessions without those that are measured as another person's; a shared key is nobody. */
async function withoutOtherPeoples(
  database: Database,
  { organization, developers }: Purge,
  sessions: readonly SessionName[],
): Promise<SessionName[]> {
  if (sessions.length === 0) return [];
  const people = await readDevelopers(database, organization);
  const owners = await selectOwners(database, { organization, ids: sessions });
  const theirs = owners.filter(
    ({ developer }) => !developers.includes(developer) && people.get(developer)?.source !== "key",
  );
  const others = new Set(theirs.map(({ session }) => session));
  return sessions.filter((session) => !others.has(session));
}

/** Returns the traces and instances of the sessions; one that another person's part of a session has too stays theirs. */
async function scopesOf(
  database: Database,
  organization: string,
  { sessions, othersParts }: { sessions: readonly SessionName[]; othersParts: readonly SessionName[] },
): Promise<string[]> {
  const others = new Set(await selectScopes(database, { organization, ids: othersParts }));
  const scopes = await selectScopes(database, { organization, ids: sessions });
  return scopes.filter((scope) => !others.has(scope));
}

/** Returns the hashes by which the journal knows sessions: they do not say which sessions those were. */
export function hashesOf({ organization }: Purge, sessions: readonly SessionName[]): string[] {
  return sessions.map((session) => hashOf(organization, session));
}

function hashOf(organization: string, session: SessionName): string {
  return derivedId("purged session", organization, session);
}
