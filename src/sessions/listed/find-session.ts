/** Finds the session that an id means to somebody. */
import type { SessionOf } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { type ReadScope, rowsToRead } from "../../identity/scope.ts";
import { findSessionNames } from "../../normaliser/table.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";
import { describeSessions } from "./list-sessions.ts";
import { findNamed } from "./listed-table.ts";
import type { ListedSession } from "./session-answer.ts";

/** A session as it is kept and as it is shown. */
export interface NamedSession {
  name: SessionOf;
  session: ListedSession;
}

/** Returns the readable session with this id that began last; null for none. */
export async function findSession(
  database: Database,
  { scope, sessionId }: { scope: ReadScope; sessionId: AgentSessionId },
): Promise<NamedSession | null> {
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return null;
  const { developerIds: owners, developers } = readable;
  const names = await findSessionNames(database, organization, sessionId);
  const [found] = await findNamed(database, { organization, developers: owners }, names);
  if (found === undefined) return null;
  const [session] = await describeSessions(database, [found], { organization, developers });
  if (session === undefined) throw new Error("BUG: a session that was found is not described");
  return { name: { organization, session: found.session }, session };
}
