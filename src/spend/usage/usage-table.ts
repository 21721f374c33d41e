/** What each sub-session used. */
import { instant, json, text } from "../../database/columns.ts";
import { emptyChangedDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { replaceSessionRows } from "../../database/session-rows.ts";
import type { SessionOf } from "../../database/engine.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { SubSessionTally } from "../tallies/sub-session-tally.ts";
import type { OwnedTally } from "../tallies/tally-day.ts";
import { packTally, packUsage, unpackTally, unpackUsage } from "./packed-usage.ts";
import type { UsedSubSession } from "./usage-day.ts";
import { USAGE_DAYS } from "./usage-days-table.ts";
import type { SubSessionUsage } from "./usage.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

export const SUB_SESSION_USAGE = declareTable(
  "sub_session_usage",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    sub_session: text(),
    started_at: instant(),
    /** A `SubSessionTally`, packed. Apart from what recommendations need, because it is read more often. */
    tally: json(),
    /** A `SubSessionUsage`, packed. */
    used: json(),
  },
  {
    owner: ["session", "developer"],
    indexes: {
      sub_session_usage_by_session: ["organization", "session"],
      sub_session_usage_by_started_at: ["organization", "started_at", "session"],
      sub_session_usage_by_developer: ["organization", "developer", "started_at"],
    },
  },
);

export const usageTables = {
  name: "usage",
  tables: [SUB_SESSION_USAGE],
  kept: false,
  shape: 1,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SUB_SESSION_USAGE);
}

/** One sub-session's usage, and whose it is. */
export interface OwnedUsage {
  organization: string;
  session: SessionName;
  developer: string;
  subSession: string;
  startedAt: Instant;
  usage: SubSessionUsage;
  tally: SubSessionTally;
}

/**
 * Replaces the usage of sessions.
 *
 * @remarks Takes all of it, or that of their ends.
 */
export async function saveUsage(
  database: Database,
  sessions: readonly SessionOf[],
  used: readonly OwnedUsage[],
): Promise<void> {
  const rows = used.map(rowOf);
  const { removed, added } = await replaceSessionRows(database, SUB_SESSION_USAGE, { sessions, rows });
  const changes = [...removed, ...added].map(({ organization, started_at: at }) => ({ organization, at }));
  await emptyChangedDays(database, USAGE_DAYS, changes);
}

function rowOf({
  subSession,
  startedAt,
  usage,
  tally,
  ...owner
}: OwnedUsage): RowOf<typeof SUB_SESSION_USAGE> {
  const sub_session = subSession;
  return {
    ...owner,
    sub_session,
    started_at: startedAt,
    tally: packedTally(tally),
    used: packedUsage(usage),
  };
}

const packedTally = perObject(packTally);

const packedUsage = perObject(packUsage);

/** A sub-session's usage, whose it is and when it began. */
export interface UsedAt extends UsedSubSession {
  developer: string;
  startedAt: Instant;
}

/** Returns the usage of sub-sessions that start in the window, in no particular order. */
export async function readUsed(database: Database, filter: WindowFilter): Promise<UsedAt[]> {
  const all = tables(database, SUB_SESSION_USAGE).selectFrom("sub_session_usage");
  const rows = await inWindow(all, filter, "started_at")
    .select(["sub_session as id", "session", "developer", "started_at as startedAt", "used"])
    .execute();
  return rows.map(({ used, ...owner }) => ({ ...owner, usage: unpackUsage(used) }));
}

/** What one sub-session counts, and when it began. */
export interface TallyAt extends OwnedTally {
  startedAt: Instant;
}

/** Returns the tallies of sub-sessions that start in the window, in no particular order. */
export async function readTallies(database: Database, filter: WindowFilter): Promise<TallyAt[]> {
  const all = tables(database, SUB_SESSION_USAGE).selectFrom("sub_session_usage");
  const rows = await inWindow(all, filter, "started_at")
    .select(["developer", "started_at as startedAt", "tally"])
    .execute();
  return rows.map(({ tally, ...owner }) => ({ ...owner, tally: unpackTally(tally) }));
}

/** Whether a sub-session of these developers starts before a time. */
export async function workedBefore(
  database: Database,
  {
    organization,
    developers,
    before,
  }: { organization: string; developers: readonly string[]; before: Instant },
): Promise<boolean> {
  const row = await tables(database, SUB_SESSION_USAGE)
    .selectFrom("sub_session_usage")
    .select("developer")
    .where("organization", "=", organization)
    .where("developer", "in", developers)
    .where("started_at", "<", before)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the usage of the sub-sessions of these sessions, session by session. */
export async function readUsedIn(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<UsedSubSession[]> {
  const used: UsedSubSession[] = [];
  for (const chunk of rowChunks(sessions)) {
    const rows = await tables(database, SUB_SESSION_USAGE)
      .selectFrom("sub_session_usage")
      .select(["sub_session as id", "session", "used"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .orderBy("session")
      .orderBy("sub_session")
      .execute();
    used.push(...rows.map(({ used: usage, ...row }) => ({ ...row, usage: unpackUsage(usage) })));
  }
  return used;
}
