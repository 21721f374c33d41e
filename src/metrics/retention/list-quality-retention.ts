/** Lists the sessions of a window that kept least of what the agent wrote. */
import type { Database } from "../../database/open.ts";
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import { readPage } from "../../vocabulary/page.ts";
import type { RetentionPage, RetentionQuery, SessionRetention } from "./retention-answer.ts";
import { countSessionsWithEdits, readSessionEdits, type SessionEdits } from "./retention-table.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** Reads the sessions with edits that count, those that kept the smallest share first. */
export async function listQualityRetention(
  database: Database,
  query: RetentionQuery,
): Promise<RetentionPage> {
  const { scope, from, to, limit, after } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return { sessions: [], total: 0, next: null };
  const filter = {
    organization: scope.organizationId,
    developers: readable.developerIds,
    labels: readable.labels,
    from,
    to,
  };
  const { rows, next } = await readPage(
    limit,
    (atMost) => readSessionEdits(database, filter, { limit: atMost, after }),
    ({ session, startedAt, edits, retained }) => ({ share: retained / edits, startedAt, session }),
  );
  const total = await countSessionsWithEdits(database, filter);
  return {
    sessions: rows.map((row) => sessionRetention(row, readable.developers)),
    total,
    next,
  };
}

function sessionRetention(
  { session, developer, startedAt, edits, retained, tier }: SessionEdits,
  developers: ReadonlyMap<string, Developer>,
): SessionRetention {
  return {
    sessionId: idIn(session),
    developer: describeOwner(developers, developer),
    qr: (100 * retained) / edits,
    tier,
    edits,
    retained,
    startedAt: isoTime(startedAt),
  };
}
