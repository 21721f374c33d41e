/** What each sub-session used: two columns of its row. */
import type { ChangedRows } from "../../database/engine.ts";
import { emptyChangedDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import { SUB_SESSIONS, type SubSessionRow, type UsedTexts } from "../../turns/create-tables.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { SubSessionTally } from "../tallies/sub-session-tally.ts";
import type { OwnedTally } from "../tallies/tally-day.ts";
import { packTally, packUsage, unpackTally, unpackUsage } from "./packed-usage.ts";
import type { UsedSubSession } from "./usage-day.ts";
import { USAGE_DAYS } from "./usage-days-table.ts";
import type { SubSessionUsage } from "./usage.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Returns what a sub-session used as its row has it. */
export function usedTexts(usage: SubSessionUsage, tally: SubSessionTally): UsedTexts {
  return { agent: usage.agent, tally: packedTally(tally), used: packedUsage(usage) };
}

const packedTally = perObject(packTally);

const packedUsage = perObject(packUsage);

/** Empties the days on which sub-sessions began whose rows changed. */
export async function emptyUsageDays(
  transaction: Database,
  { removed, added }: ChangedRows<SubSessionRow>,
): Promise<void> {
  const changes = [...removed, ...added].map(({ organization, started_at: at }) => ({ organization, at }));
  await emptyChangedDays(transaction, USAGE_DAYS, changes);
}

/** The columns of a usage. */
const OF_USAGE = ["used", "agent", "bucket", "outcome"] as const;

/** A sub-session's usage, whose it is and when it began. */
export interface UsedAt extends UsedSubSession {
  developer: string;
  startedAt: Instant;
}

/** Returns the usage of sub-sessions that start in the window, the earliest first. */
export async function readUsed(database: Database, filter: WindowFilter): Promise<UsedAt[]> {
  const all = tables(database, SUB_SESSIONS).selectFrom("sub_sessions");
  const rows = await inWindow(all, filter, "started_at")
    .select(["id", "session", "developer", "started_at as startedAt", ...OF_USAGE])
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  return rows.map(({ used, agent, bucket, outcome, ...owner }) => ({
    ...owner,
    usage: unpackUsage(used, { agent, bucket, outcome }),
  }));
}

/** What one sub-session counts, and when it began. */
export interface TallyAt extends OwnedTally {
  startedAt: Instant;
}

/** Returns the tallies of sub-sessions that start in the window, the earliest first. */
export async function readTallies(database: Database, filter: WindowFilter): Promise<TallyAt[]> {
  const all = tables(database, SUB_SESSIONS).selectFrom("sub_sessions");
  const rows = await inWindow(all, filter, "started_at")
    .select(["developer", "started_at as startedAt", "tally", "agent"])
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  return rows.map(({ tally, agent, ...owner }) => ({ ...owner, tally: unpackTally(tally, { agent }) }));
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
  const row = await tables(database, SUB_SESSIONS)
    .selectFrom("sub_sessions")
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
    const rows = await tables(database, SUB_SESSIONS)
      .selectFrom("sub_sessions")
      .select(["id", "session", ...OF_USAGE])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .orderBy("session")
      .orderBy("id")
      .execute();
    used.push(...rows.map(({ id, session, ...row }) => ({ id, session, usage: unpackUsage(row.used, row) })));
  }
  return used;
}
