/** Reads what happened in one session, step by step. */
import type { Database } from "../../database/open.ts";
import { listBySession } from "../../metrics/sub-sessions/list-sub-sessions.ts";
import { agentWindowOf } from "../../prices/agent-windows.ts";
import { contextWindowOf, type PriceTable } from "../../prices/price-table.ts";
import { readRepairs } from "../../turns/table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { selectSealed } from "../../writer/upkeep/table.ts";
import type { AssembledSession } from "../../turns/session.ts";
import type { SessionOf } from "../../database/engine.ts";
import { assembleStored } from "../assemble-stored.ts";
import { Checkpoints } from "../checkpoints.ts";
import { Effort } from "../effort.ts";
import { findSession } from "../listed/find-session.ts";
import type { TimelineMemory } from "./memory.ts";
import { comparePositions, timelineOf } from "./timeline.ts";
import type { TimelinePage, TimelineQuery } from "./timeline-answer.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** What a timeline is read with, in addition to the database. */
export interface TimelineParts {
  /** The prices in effect. */
  prices: PriceTable;
  timelines: TimelineMemory;
}

/**
 * Reads one page.
 *
 * @returns null for an unknown session and for one that may not be read.
 */
export async function readTimeline(
  database: Database,
  query: TimelineQuery & { now: Instant },
  parts: TimelineParts,
): Promise<TimelinePage | null> {
  const meant = await findSession(database, query);
  if (meant === null) return null;
  const { name, session } = meant;
  const subSessions = await subSessionsOf(database, query, name.session);
  const repairs = await readRepairs(database, name.organization, name.session);
  const measured = JSON.stringify([name, session, subSessions.map(withoutTurns), repairs]);
  const placed = await parts.timelines.entries(measured, query.now, async () => {
    const { prices } = parts;
    const known = {
      prices,
      repairs: new Set(repairs),
      contextWindowOf: (model: string) =>
        agentWindowOf(session.agent, model) ?? contextWindowOf(prices, model),
    };
    return (await readAssembled(database, name, query.now)).flatMap((each) => timelineOf(each, known));
  });
  const sealed = await selectSealed(database, name.organization, [query.sessionId]);
  const { after, limit } = query;
  const left = placed.filter(({ position }) => after === null || comparePositions(position, after) > 0);
  const { rows, next } = cutPage(left, limit, ({ position }) => position);
  return {
    session,
    recordsRemoved: sealed.length > 0,
    subSessions,
    entries: rows.map(({ entry }) => entry),
    next,
  };
}

/** Assembled again rather than stored: people look at few of all sessions. */
async function readAssembled(database: Database, name: SessionOf, now: Instant): Promise<AssembledSession[]> {
  const fresh = { now, effort: new Effort(), checkpoints: new Checkpoints() };
  const stored = await assembleStored(database, [name], fresh);
  return stored.map(({ assembled }) => assembled);
}

function withoutTurns({ turnEntries: _turnEntries, ...rest }: TimelinePage["subSessions"][number]) {
  return rest;
}

async function subSessionsOf(
  database: Database,
  { scope, after }: TimelineQuery,
  name: SessionName,
): Promise<TimelinePage["subSessions"]> {
  const whole = {
    scope,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    developer: null,
    outcome: null,
    scoreable: null,
    limit: 1,
    after: null,
    // they can be thousands, and do not change from page to page
    turns: after === null,
  };
  const { sessions } = await listBySession(database, { ...whole, session: { name } });
  return sessions[0]?.subSessions ?? [];
}
