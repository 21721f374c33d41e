/** `GET /v1/insights/session-stats`: how long each session of a window was, and what it used. */
import { z } from "zod";
import type { Database } from "../../../database/open.ts";
import { rowsToRead } from "../../../identity/scope.ts";
import { countSessions } from "../../../sessions/listed/listed-table.ts";
import { findSessions } from "../../../sessions/listed/sorted-table.ts";
import { ANY_SESSION } from "../../../sessions/listed/having-table.ts";
import { describeSessions } from "../../../sessions/listed/list-sessions.ts";
import {
  LISTED_SESSION,
  type ListedSession,
  type SessionPosition,
} from "../../../sessions/listed/session-answer.ts";
import { readUsedIn } from "../../../spend/usage/usage-table.ts";
import type { SubSessionUsage } from "../../../spend/usage/usage.ts";
import { readPage } from "../../../vocabulary/page.ts";
import type { WindowQuery } from "./window-query.ts";
import { NO_SESSION } from "../../../vocabulary/held-name.ts";

const COUNT = z.int().min(0);
/** A sum over calls that may each report any number, so that no integer holds it. */
const SUM = z.number().min(0);

export const SESSION_STATS = LISTED_SESSION.extend({
  durationMs: COUNT.describe("From its start to the end of its last work."),
  calls: COUNT.describe("Calls of models that have a cost or tokens."),
  tokens: z.object({
    input: SUM.describe("Without what was cached."),
    output: SUM,
    cacheRead: SUM,
    cacheCreation: SUM,
  }),
});

export type SessionStats = z.infer<typeof SESSION_STATS>;

/** What is asked for. */
export interface SessionStatsQuery extends Omit<WindowQuery, "now"> {
  limit: number;
  after: SessionPosition | null;
}

/** One page. */
export interface SessionStatsPage {
  sessions: SessionStats[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: SessionPosition | null;
}

/** Reads one page, the session that starts last first. */
export async function listSessionStats(
  database: Database,
  query: SessionStatsQuery,
): Promise<SessionStatsPage> {
  const { scope, from, to, after } = query;
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return { sessions: [], total: 0, next: null };
  const { developerIds: developers, labels } = readable;
  const filter = { organization, developers, labels, ...ANY_SESSION, from, to };
  const { rows, next } = await readPage(
    query.limit,
    (limit) => findSessions(database, filter, { sort: "started", order: "desc", limit, after }),
    ({ place, session }) => ({ place, session }),
  );
  const sessions = await describeSessions(database, rows, { ...readable, organization });
  const names = rows.map(({ session }) => session);
  const used = Map.groupBy(await readUsedIn(database, organization, names), ({ session }) => session);
  return {
    sessions: sessions.map((session, index) =>
      statsOf(
        session,
        (used.get(names[index] ?? NO_SESSION) ?? []).map(({ usage }) => usage),
      ),
    ),
    total: await countSessions(database, filter),
    next,
  };
}

function statsOf(session: ListedSession, usages: readonly SubSessionUsage[]): SessionStats {
  const tokens = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 };
  const models = usages.flatMap((usage) => usage.models);
  for (const [, input, output, cacheRead, cacheCreation] of models.flatMap(({ bands }) => bands)) {
    tokens.input += input;
    tokens.output += output;
    tokens.cacheRead += cacheRead;
    tokens.cacheCreation += cacheCreation;
  }
  return {
    ...session,
    durationMs: Date.parse(session.endedAt) - Date.parse(session.startedAt),
    calls: models.reduce((sum, { calls }) => sum + calls, 0),
    tokens,
  };
}
