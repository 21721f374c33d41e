/** Whose a stored record is: the developer of its session, else that of the key it came with. */
import type { Database } from "../../database/open.ts";
import { describeDeveloper, type DeveloperAnswer } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { developerOfKey } from "../../identity/developers/of-key.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { readHolders } from "../../identity/holders.ts";
import { comparePlaces, type Place } from "../../normaliser/event.ts";
import { readParts } from "../../normaliser/parts/parts-table.ts";
import type { SessionPart } from "../../normaliser/parts/session-parts.ts";
import { sessionOf } from "../../normaliser/records/read-record.ts";
import { textOf } from "../../normaliser/records/unwrap.ts";
import { scopeOf } from "../../normaliser/sightings/scope.ts";
import { sessionsOfScopes } from "../../normaliser/table.ts";
import { readSessionDeveloper } from "../../turns/table.ts";
import {
  type AgentSessionId,
  heldName,
  type SessionName,
  sessionName,
  wholeName,
} from "../../vocabulary/held-name.ts";
import type { FoundRecord, PlacedRecord } from "./record-pages.ts";

/** Finds whose record it is. */
export type Authors = (found: FoundRecord) => Promise<DeveloperAnswer>;

/** The session that a record names, or its resource; null when neither does. */
export function sessionIdOf(record: PlacedRecord): AgentSessionId | null {
  return sessionOf(record.attributes) ?? sessionOf(record.resource);
}

/**
 * Makes a finder that asks the database once for each session, trace and key.
 *
 * @remarks A session is looked up as the record's key holds it. A record that names none belongs to the session
 *   of its trace, else to that of its instance, while these are one person's.
 */
export function createAuthors(database: Database, organizationId: string): Authors {
  const developers = once(() => readDevelopers(database, organizationId));
  const holders = once(() => readHolders(database));
  const partsOf = remembered((session: AgentSessionId) => readLaterParts(database, organizationId, session));
  const ofSession = remembered(async (session: SessionName) => {
    const id = await readSessionDeveloper(database, organizationId, session);
    return id === null ? null : ((await developers()).get(id) ?? null);
  });
  const ofScope = remembered(async (scope: string) => {
    const sessions = await sessionsOfScopes(database, organizationId, [scope]);
    return onlyOne(await Promise.all(sessions.map(ofSession)));
  });
  const ofKey = remembered((keyId: string) => developerOfKey(database, { organizationId, keyId }));

  async function find({ record, keyId }: FoundRecord): Promise<Developer> {
    const holder = (await holders())(keyId);
    const session = sessionIdOf(record);
    if (session === null) return (await ofSurroundings(record, holder)) ?? ofKey(keyId);
    const whole = sessionName(holder, session);
    return (await ofSession(partAt(whole, await partsOf(session), record.place))) ?? ofKey(keyId);
  }
  async function ofSurroundings(record: PlacedRecord, holder: string): Promise<Developer | null> {
    const instance = textOf(record.resource["service.instance.id"]);
    const { traceId } = record;
    const byTrace = traceId === null ? null : await ofScope(scopeOf.trace(heldName(holder, traceId)));
    if (byTrace !== null || instance === null) return byTrace;
    return ofScope(scopeOf.instance(heldName(holder, instance)));
  }
  return async (found) => describeDeveloper(await find(found));
}

async function readLaterParts(
  database: Database,
  organizationId: string,
  session: AgentSessionId,
): Promise<readonly SessionPart[]> {
  const { parts } = await readParts(database, organizationId, [session]);
  return parts.toSorted((left, right) => comparePlaces(left.from, right.from));
}

/** A long session is kept in parts, and another person may have gone on with it. */
function partAt(whole: SessionName, parts: readonly SessionPart[], place: Place): SessionName {
  const isOfSession = ({ session }: SessionPart) => wholeName(session) === whole;
  const part = parts.findLast((later) => isOfSession(later) && comparePlaces(later.from, place) <= 0);
  return part?.session ?? whole;
}

function onlyOne(found: readonly (Developer | null)[]): Developer | null {
  const [first = null, ...others] = found.filter((developer) => developer !== null);
  return others.every((other) => other.id === first?.id) ? first : null;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}

function remembered<Asked extends string, Value>(
  ask: (asked: Asked) => Promise<Value>,
): (asked: Asked) => Promise<Value> {
  const known = new Map<Asked, Promise<Value>>();
  return (asked) => {
    const answer = known.get(asked) ?? ask(asked);
    known.set(asked, answer);
    return answer;
  };
}
