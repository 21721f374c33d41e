/** Finds the sessions of a window and adds up their numbers. */
import type { Database } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { tables } from "../../database/table-shape.ts";
import { totalOf } from "../../database/total.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import { MODEL_SPEND } from "../../spend/spend-table.ts";
import { SESSION_FACTS } from "../../turns/coverage/coverage-table.ts";
import { SUB_SESSIONS, TURNS } from "../../turns/create-tables.ts";
import type { Instant, MicroUsd } from "../../vocabulary/units.ts";
import { ANY_SESSION, conditionsOf, ofModels } from "./having-table.ts";
import type { ListedCalls, SessionsHaving } from "./session-answer.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Sessions of a window, and what they must have. */
export type SessionsFilter = WindowFilter & SessionsHaving;

/** A session that has turns. */
export interface FoundSession {
  session: SessionName;
  developer: string;
  agent: Agent;
  startedAt: Instant;
}

/** A query of them; what it selects is for the caller to say. */
export function filteredSessions(database: Database, filter: SessionsFilter) {
  const all = tables(database, SESSION_FACTS).selectFrom("session_facts");
  return conditionsOf(database, filter).reduce(
    (query, condition) => query.where(condition),
    inWindow(all, filter, "session_facts.started_at"),
  );
}

/**
 * Returns those of these sessions that somebody may read and that have turns, the one that began last first.
 */
export async function findNamed(
  database: Database,
  { organization, developers }: Pick<WindowFilter, "organization" | "developers">,
  sessions: readonly SessionName[],
): Promise<FoundSession[]> {
  const whole = { organization, developers, ...ANY_SESSION, from: 0, to: Number.MAX_SAFE_INTEGER };
  const rows = rowChunks(sessions).map((chunk) =>
    filteredSessions(database, whole)
      .select(["session", "developer", "agent", "started_at as startedAt"])
      .where("session", "in", chunk)
      .execute(),
  );
  return (await Promise.all(rows))
    .flat()
    .toSorted((left, right) => right.startedAt - left.startedAt || (left.session < right.session ? 1 : -1));
}

/** Returns how many sessions match, as `totalOf` counts them. */
export function countSessions(database: Database, filter: SessionsFilter): Promise<number | null> {
  return totalOf(database, filteredSessions(database, filter).select("session"));
}

/** Returns what the calls of all these sessions add up to: of the models that the list is filtered by, else of all. */
export async function sumCalls(database: Database, filter: SessionsFilter): Promise<ListedCalls> {
  const query = tables(database, MODEL_SPEND)
    .selectFrom("model_spend")
    .select(({ fn }) => [
      fn.sum<number | string | null>("calls").as("calls"),
      fn.sum<number | string | null>("unpriced_calls").as("unpriced"),
      fn.sum<number | string | null>("cost_micro_usd").as("cost"),
    ])
    .where("organization", "=", filter.organization)
    .where("session", "in", filteredSessions(database, filter).select("session_facts.session"));
  const sums = await ofModels(filter)
    .reduce((narrowed, condition) => narrowed.where(condition), query)
    .executeTakeFirst();
  return {
    calls: Number(sums?.calls ?? 0),
    unpricedCalls: Number(sums?.unpriced ?? 0),
    costUsd: Number(sums?.cost ?? 0) / 1e6,
  };
}

/** Returns the sub-sessions of these sessions, the earliest first. */
export async function readOutlines(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
) {
  const rows = rowChunks(sessions).map((chunk) =>
    tables(database, SUB_SESSIONS)
      .selectFrom("sub_sessions")
      .select(["session", "title", "non_trivial_turns as turns"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .orderBy("session")
      .orderBy("sub_session_index")
      .execute(),
  );
  return (await Promise.all(rows)).flat();
}

/** How much failed in a session, and when its last turn ended. */
export interface SessionErrors {
  session: SessionName;
  errors: number;
  endedAt: Instant;
}

/** Returns an entry for each of these sessions that has turns. */
export async function countErrors(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<SessionErrors[]> {
  const rows = rowChunks(sessions).map((chunk) =>
    tables(database, TURNS)
      .selectFrom("turns")
      .select(({ fn }) => [
        "session",
        fn.sum<number | string>("failed_calls").as("calls"),
        fn.sum<number | string>("failed_tools").as("tools"),
        fn.max("ended_at").as("endedAt"),
      ])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .groupBy("session")
      .orderBy("session")
      .execute(),
  );
  return (await Promise.all(rows)).flat().map(({ session, calls, tools, endedAt }) => ({
    session,
    errors: Number(calls) + Number(tools),
    endedAt,
  }));
}

/** Returns what these sessions cost; no entry for a session without a priced call. */
export async function readCosts(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<{ session: SessionName; cost: MicroUsd }[]> {
  const rows = rowChunks(sessions).map((chunk) =>
    tables(database, MODEL_SPEND)
      .selectFrom("model_spend")
      .select(({ fn }) => ["session", fn.sum<number | string>("cost_micro_usd").as("cost")])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .whereRef("calls", ">", "unpriced_calls")
      .groupBy("session")
      .orderBy("session")
      .execute(),
  );
  return (await Promise.all(rows)).flat().map(({ session, cost }) => ({ session, cost: Number(cost) }));
}
