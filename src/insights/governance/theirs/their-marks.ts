/** By what a person's records are known in one object. */
import type { Database } from "../../../database/open.ts";
import { readHolders } from "../../../identity/holders.ts";
import { readParts } from "../../../normaliser/parts/parts-table.ts";
import { INSTANCE_MARK, TRACE_MARK } from "../../../normaliser/sightings/scope.ts";
import { readSessionsOf } from "../../../normaliser/table.ts";
import { idIn, type SessionName } from "../../../vocabulary/held-name.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { sessionsIn } from "../../../catalogue/table.ts";
import { selectOwners } from "../person-table.ts";
import { partsOfOthers } from "./parts-of-others.ts";
import { idsByHolder, type TheirMarks } from "./their-records.ts";

/** Whose records are looked for. */
export interface MarkedPerson {
  organization: string;
  /** Ids of the person, those of merged developers among them. */
  developers: readonly string[];
  /** Keys that identify the person when a record says nothing more… */
  keys: readonly string[];
  /** …and arrived at or before this. */
  until: Instant;
  sessions: readonly SessionName[];
  /** The scopes of traces and instances of those sessions. */
  scopes: readonly string[];
}

/** The marks that are the same in every object. */
type LastingMarks = Omit<TheirMarks, "isOthersPart" | "others">;

/** Reads them once for several objects. */
export async function readLastingMarks(database: Database, person: MarkedPerson): Promise<LastingMarks> {
  return {
    holders: await readHolders(database),
    sessions: idsByHolder(person.sessions),
    traces: idsByHolder(namesWithMark(person.scopes, TRACE_MARK)),
    instances: idsByHolder(namesWithMark(person.scopes, INSTANCE_MARK)),
    keys: new Set(person.keys),
    until: person.until,
  };
}

/** Adds what depends on the sessions that an object holds. */
export async function marksIn(
  database: Database,
  objectKey: string,
  { person, lasting }: { person: MarkedPerson; lasting: LastingMarks },
): Promise<TheirMarks> {
  const { organization, developers } = person;
  const held = await readSessionsOf(database, organization, await sessionsIn(database, [objectKey]));
  const ids = held.map(({ session }) => session);
  const owners = await selectOwners(database, { organization, ids });
  const { parts } = await readParts(database, organization, ids.map(idIn));
  return {
    ...lasting,
    isOthersPart: partsOfOthers({ names: ids, theirs: person.sessions, parts }),
    others: idsByHolder(
      owners.filter(({ developer }) => !developers.includes(developer)).map(({ session }) => session),
    ),
  };
}

function namesWithMark(scopes: readonly string[], mark: string): string[] {
  return scopes.filter((scope) => scope.startsWith(mark)).map((scope) => scope.slice(mark.length));
}
