/** People say who is who: what was computed for the developers they mean is computed again. */
import type { Database } from "../../database/open.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import {
  developerToBind,
  findDeveloper,
  mergeDevelopers,
  idsOf,
  readDevelopers,
} from "../../identity/developers/directory.ts";
import { markDirty } from "../../normaliser/dirty-table.ts";
import type { Result } from "../../vocabulary/result.ts";
import { selectSessionsOf } from "../governance/person-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Ids or e-mails of two developers of an organization. */
export interface MergeRequest {
  organizationId: string;
  from: string;
  into: string;
}

/**
 * Makes two developers one, and has the sessions of the first measured again: flow joins the sessions of one
 * person.
 *
 * @param transaction - A transaction. Gives and fails: as `mergeDevelopers`.
 */
export async function mergePeople(
  transaction: Database,
  asked: MergeRequest,
): ReturnType<typeof mergeDevelopers> {
  const { organizationId } = asked;
  const from = await findDeveloper(transaction, { organizationId, idOrEmail: asked.from });
  const sessions = from === null ? [] : await sessionsOf(transaction, from);
  const merged = await mergeDevelopers(transaction, asked);
  if (merged.ok) await measureAgain(transaction, organizationId, sessions);
  return merged;
}

/**
 * The developer to bind a key to. One who stood for a key that several may share is a person from now on, and
 * has flow: their sessions are measured again.
 *
 * @param transaction - A transaction. Gives and fails: as `developerToBind`.
 */
export async function personToBind(
  transaction: Database,
  asked: { organizationId: string; idOrEmail: string },
): Promise<Result<Developer, { kind: "unknown_developer" }>> {
  const found = await findDeveloper(transaction, asked);
  if (found?.source === "key")
    await measureAgain(transaction, asked.organizationId, await sessionsOf(transaction, found));
  return developerToBind(transaction, asked);
}

async function sessionsOf(transaction: Database, { id, organizationId }: Developer): Promise<SessionName[]> {
  const ids = idsOf(id, await readDevelopers(transaction, organizationId));
  const until = Number.MAX_SAFE_INTEGER;
  return selectSessionsOf(transaction, { organization: organizationId, ids, until });
}

function measureAgain(transaction: Database, organization: string, sessions: readonly SessionName[]) {
  // no batch changed them: they come before those that one did
  return markDirty(
    transaction,
    sessions.map((session) => ({ organization, session, sequence: 0 })),
  );
}
