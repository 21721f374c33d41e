/** A purge that is asked for over the API: it is begun at once, and the stage `purges` does it. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { describeDeveloper, type DeveloperAnswer } from "../../identity/developers/answer.ts";
import { findDeveloper } from "../../identity/developers/directory.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { addToJournal } from "./journal-file.ts";
import { savePurge } from "./journal-table.ts";
import { revokeKeys } from "./person-table.ts";
import { beginPurge, countKnown, nameKnownSessions, type Purged } from "./purge.ts";

/** Who is meant: an id or an e-mail. */
export interface PurgeRequest {
  organizationId: string;
  developer: string;
  /** The time of the request. */
  now: number;
}

/** What a purge takes, as far as the database knows without a look into the objects. */
export type Theirs = Pick<Purged, "sessions" | "rows" | "keys"> & { developer: DeveloperAnswer };

/**
 * Counts what a purge would take.
 *
 * @returns null when the organization has no such developer.
 */
export async function countTheirs(database: Database, request: PurgeRequest): Promise<Theirs | null> {
  const { organizationId: organization, developer: idOrEmail, now } = request;
  const found = await findDeveloper(database, { organizationId: organization, idOrEmail });
  if (found === null) return null;
  const clock = () => now;
  const purge = await beginPurge({ database, clock }, { organization, developer: found.id });
  const { sessions, rows, keys } = (await countKnown(database, purge)).purged;
  return { sessions, rows, keys, developer: describeDeveloper(found) };
}

/**
 * Begins a purge: it is in the journal when this returns, and the person's keys are revoked.
 *
 * @throws `unknown_developer`.
 */
export async function requestPurge(
  parts: { database: Database; clock: Clock; journalPath: string },
  { organizationId: organization, developer: idOrEmail }: PurgeRequest,
): Promise<Result<{ id: string }, { kind: "unknown_developer" }>> {
  const { database, clock, journalPath } = parts;
  const found = await findDeveloper(database, { organizationId: organization, idOrEmail });
  if (found === null) return fail({ kind: "unknown_developer" });
  const begun = await beginPurge(parts, { organization, developer: found.id });
  const purge = await nameKnownSessions(database, begun);
  await inTransaction(database, "full", async (transaction) => {
    await addToJournal(journalPath, purge);
    await savePurge(transaction, purge);
    await revokeKeys(transaction, { ...purge, now: clock() });
  });
  return succeed({ id: purge.id });
}
