/** Lists the sessions of a window, each as a whole. */
import type { Database } from "../../database/open.ts";
import { describeOwner } from "../../identity/developers/answer.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { readSessionTitles } from "../../turns/titles/titles-table.ts";
import { type SessionName, idIn } from "../../vocabulary/held-name.ts";
import { readPage } from "../../vocabulary/page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { MicroUsd } from "../../vocabulary/units.ts";
import { readShownLabels } from "../labels/shown-labels.ts";
import {
  countErrors,
  countSessions,
  type FoundSession,
  readCosts,
  readOutlines,
  sumCalls,
  type SessionErrors,
} from "./listed-table.ts";
import { findSessions, type SortedSession } from "./sorted-table.ts";
import type { ListedSession, ListedSessions, SessionPosition, SessionsQuery } from "./session-answer.ts";

type Developers = Parameters<typeof describeOwner>[0];

/** Reads one page of sessions. */
export async function listSessions(database: Database, query: SessionsQuery): Promise<ListedSessions> {
  const { scope, from, to, sort, order, after } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return { sessions: [], total: 0, calls: NO_CALLS, next: null };
  const { agent, model, tool, mcpServer, otherThan, costOverUsd, outcome, flag, searched } = query;
  const having = { agent, model, tool, mcpServer, otherThan, costOverUsd, outcome, flag, searched };
  const filter = {
    organization: scope.organizationId,
    developers: readable.developerIds,
    labels: readable.labels,
    ...having,
    from,
    to,
  };
  const read = (limit: number) => findSessions(database, filter, { sort, order, limit, after });
  const { rows, next } = await readPage(query.limit, read, positionOf);
  const total = await countSessions(database, filter);
  return {
    sessions: await describeSessions(database, rows, {
      organization: scope.organizationId,
      developers: readable.developers,
    }),
    total,
    calls: await sumCalls(database, filter),
    next,
  };
}

const NO_CALLS = { calls: 0, unpricedCalls: 0, costUsd: 0 };

function positionOf({ place, session }: SortedSession): SessionPosition {
  return { place, session };
}

/** Sessions that were found, each as a whole. */
export async function describeSessions(
  database: Database,
  found: readonly FoundSession[],
  { organization, developers }: { organization: string; developers: Developers },
): Promise<ListedSession[]> {
  const names = found.map(({ session }) => session);
  const titles = await readSessionTitles(database, organization, names);
  const outlines = Map.groupBy(await readOutlines(database, organization, names), ({ session }) => session);
  const errors = bySession(await countErrors(database, organization, names));
  const costs = bySession(await readCosts(database, organization, names));
  const labels = await readShownLabels(database, organization, names);
  return found.map((row) => ({
    sessionId: idIn(row.session),
    developer: describeOwner(developers, row.developer),
    agent: row.agent,
    ...lengthOf(row, errors.get(row.session)),
    ...outlineOf(outlines.get(row.session) ?? [], titles.get(row.session)),
    costUsd: inUsd(costs.get(row.session)?.cost ?? null),
    errors: errors.get(row.session)?.errors ?? 0,
    labels: labels.get(row.session) ?? [],
  }));
}

function lengthOf({ startedAt }: FoundSession, errors: SessionErrors | undefined) {
  const endedAt = errors?.endedAt ?? startedAt;
  return { startedAt: isoTime(startedAt), endedAt: isoTime(endedAt) };
}

function outlineOf(subSessions: Awaited<ReturnType<typeof readOutlines>>, written: string | undefined) {
  return {
    title: written ?? subSessions.find(({ title }) => title !== null)?.title ?? null,
    turns: subSessions.reduce((sum, { turns }) => sum + turns, 0),
    subSessions: subSessions.length,
  };
}

function inUsd(cost: MicroUsd | null): number | null {
  return cost === null ? null : cost / 1e6;
}

function bySession<Row extends { session: SessionName }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.session, row]));
}
