/** Answers what happened in one session, step by step. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { listBySession } from "../../metrics/efficiency/list-sub-sessions.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import { readRepairs } from "../../turns/table.ts";
import { findSessionNames } from "../../normaliser/table.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { assembleStored } from "../assemble-stored.ts";
import { Effort } from "../effort.ts";
import { findNamed } from "../listed/listed-table.ts";
import { describeSessions } from "../listed/list-sessions.ts";
import { comparePositions, timelineOf } from "./timeline.ts";
import type { TimelinePage, TimelineQuery } from "./timeline-answer.ts";

/** Reads one page. Gives: null for a session that nobody knows, or that may not be read: both look the same. */
export async function readTimeline(
  database: Database,
  query: TimelineQuery & { now: Milliseconds },
  prices: PriceTable,
): Promise<TimelinePage | null> {
  const { scope, sessionId, limit, after } = query;
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return null;
  const names = await findSessionNames(database, organization, sessionId);
  const [found] = await findNamed(database, { organization, developers: readable.names }, names);
  if (found === undefined) return null;
  const { developers } = readable;
  const [session] = await describeSessions(database, [found], { organization, developers });
  if (session === undefined) throw new Error("BUG: a session that was found is not described");
  const name = { organization, session: found.session };
  const repairs = new Set(await readRepairs(database, organization, found.session));
  const assembled = await assembleOne(database, name, query.now);
  const placed = assembled.flatMap((session) => timelineOf(session, { prices, repairs }));
  const left = placed.filter(({ position }) => after === null || comparePositions(position, after) > 0);
  const { rows, next } = cutPage(left, limit, ({ position }) => position);
  const subSessions = await subSessionsOf(database, query, found.session);
  return { session, subSessions, entries: rows.map(({ entry }) => entry), next };
}

/** Assembled again rather than stored: people look at few of all sessions. */
async function assembleOne(
  database: Database,
  name: { organization: string; session: string },
  now: Milliseconds,
) {
  const stored = await assembleStored(database, [name], { now, effort: new Effort() });
  return stored.map(({ assembled }) => assembled);
}

async function subSessionsOf(
  database: Database,
  { scope }: TimelineQuery,
  name: string,
): Promise<TimelinePage["subSessions"]> {
  const whole = { scope, from: 0, to: Number.MAX_SAFE_INTEGER, developer: null, limit: 1, after: null };
  const { sessions } = await listBySession(database, { ...whole, session: { name } });
  return sessions[0]?.subSessions ?? [];
}
