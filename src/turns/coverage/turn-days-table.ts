/** On which days people worked and what their sessions show, and how much agents called: read from turns. */
import { sql } from "kysely";
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import { HOUR, type Instant } from "../../vocabulary/units.ts";
import { TURNS } from "../create-tables.ts";
import { factsOf, SESSION_FACTS } from "./coverage-table.ts";
import type { Fact } from "./facts-seen.ts";

/** Turns of one person that began on one UTC day, in sessions that show the same facts. */
export interface TurnDay {
  developer: string;
  /** Counted from 1970. */
  day: number;
  facts: Fact[];
  turns: number;
}

function turnsWithSessions(database: Database, filter: WindowFilter) {
  const joined = tables(database, TURNS, SESSION_FACTS)
    .selectFrom("turns")
    .innerJoin("session_facts", (join) =>
      join
        .onRef("session_facts.organization", "=", "turns.organization")
        .onRef("session_facts.session", "=", "turns.session"),
    );
  return inWindow(joined, filter, "turns.started_at");
}

/** Returns the days with turns, in no particular order. */
export async function readTurnDays(database: Database, filter: WindowFilter): Promise<TurnDay[]> {
  const rows = await turnsWithSessions(database, filter)
    .select((row) => [
      "turns.developer as developer",
      "turns.day as day",
      "session_facts.facts as facts",
      row.fn.countAll<number | string>().as("turns"),
    ])
    .groupBy(["turns.developer", "turns.day", "session_facts.facts"])
    .execute();
  return rows.map(({ facts, turns, ...row }) => ({ ...row, facts: factsOf(facts), turns: Number(turns) }));
}

/** Model calls of the turns that began in one hour. */
export interface AgentCalls {
  /** The hour's start. */
  hour: Instant;
  agent: Agent;
  calls: number;
}

/** Returns the hours with model calls, the earliest first. */
export async function readAgentCalls(database: Database, filter: WindowFilter): Promise<AgentCalls[]> {
  const startedAt = sql.ref<Instant>("turns.started_at");
  const hour = sql<Instant>`${startedAt} - ${startedAt} % ${sql.lit(HOUR)}`;
  const calls = sql<number>`turns.calls + turns.failed_calls + turns.unknown_calls`;
  const rows = await turnsWithSessions(database, filter)
    .select((row) => [
      hour.as("hour"),
      "session_facts.agent as agent",
      row.fn.sum<number | string>(calls).as("count"),
    ])
    .where(calls, ">", 0)
    .groupBy([hour, "session_facts.agent"])
    .orderBy(hour)
    .orderBy("session_facts.agent")
    .execute();
  return rows.map(({ hour: begins, agent, count }) => ({
    hour: Number(begins),
    agent,
    calls: Number(count),
  }));
}
