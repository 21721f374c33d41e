/** Whose data is read, as far as that is known when the reading begins. */
import { readPosition } from "../../books/progress-table.ts";
import type { Database } from "../../database/open.ts";
import { describeDeveloper, type DeveloperAnswer } from "../../identity/developers/answer.ts";
import { findDeveloper } from "../../identity/developers/directory.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { beginPurge } from "../governance/purge.ts";
import { findPerson } from "../governance/person.ts";
import type { MarkedPerson } from "../governance/theirs/their-marks.ts";

/** Whose data is wanted. */
export interface OwnDataRequest {
  organizationId: string;
  /** An id or an e-mail. */
  developer: string;
  /** The time of the request. */
  now: Instant;
}

/** The person by what their records and rows are known: the same by which a purge would find them. */
export interface WhoseData extends MarkedPerson {
  developer: DeveloperAnswer;
  /** The tables that the database has; that of an earlier version may lack some. */
  tables: readonly string[];
  /** Up to which message of the stream records are written. */
  writtenTo: number;
}

/**
 * Finds the person.
 *
 * @returns null when the organization has no such developer.
 */
export async function findWhoseData(database: Database, request: OwnDataRequest): Promise<WhoseData | null> {
  const { organizationId: organization, developer: idOrEmail, now } = request;
  const found = await findDeveloper(database, { organizationId: organization, idOrEmail });
  if (found === null) return null;
  const purge = await beginPurge({ database, clock: () => now }, { organization, developer: found.id });
  const { sessions, scopes } = await findPerson(database, purge);
  return {
    organization,
    developer: describeDeveloper(found),
    developers: purge.developers,
    keys: purge.keys,
    until: now,
    sessions,
    scopes,
    tables: (await database.introspection.getTables()).map(({ name }) => name),
    writtenTo: (await readPosition(database, "writer"))?.sequence ?? 0,
  };
}
