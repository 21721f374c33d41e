/** Finds the sessions of a window in the order that a reader chose. */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/open.ts";
import { pageAfter } from "../../database/window.ts";
import { filteredSessions, type FoundSession, type SessionsFilter } from "./listed-table.ts";
import { ofSession } from "./having-table.ts";
import type { SessionPosition, SessionSort } from "./session-answer.ts";

/** A session, and the number that it is sorted by. */
export interface SortedSession extends FoundSession {
  place: number;
}

/** Which page of them. */
export interface SessionsPage {
  sort: SessionSort;
  order: "asc" | "desc";
  limit: number;
  after: SessionPosition | null;
}

/** Returns at most `limit` sessions; equal ones in an order that stays. */
export async function findSessions(
  database: Database,
  filter: SessionsFilter,
  { sort, order, limit, after }: SessionsPage,
): Promise<SortedSession[]> {
  const found = filteredSessions(database, filter)
    .select(["session", "developer", "agent", "started_at as startedAt"])
    .select(PLACES[sort].as("place"))
    .as("found");
  const query = database.selectFrom(found).select(["session", "developer", "agent", "startedAt", "place"]);
  const place = after === null ? null : { at: after.place, id: after.session };
  const rows = await pageAfter(query, ["place", "session", order], place).limit(limit).execute();
  return rows.map((row) => ({ ...row, place: Number(row.place) }));
}

/** Sessions without a priced call come before those that cost nothing. */
const PLACES: Readonly<Record<SessionSort, RawBuilder<number>>> = {
  started: sql<number>`session_facts.started_at`,
  turns: summed("non_trivial_turns", "sub_sessions", 0),
  failed: summed("failed_calls + failed_tools", "turns", 0),
  cost: summed("case when calls > unpriced_calls then cost_micro_usd end", "model_spend", -1),
};

function summed(what: string, table: string, whenNone: number): RawBuilder<number> {
  const sum = sql`select sum(${sql.raw(what)}) from ${sql.table(table)} where ${ofSession(table)}`;
  return sql<number>`cast(coalesce((${sum}), ${sql.lit(whenNone)}) as bigint)`;
}
