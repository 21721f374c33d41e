/** Whether the newest session of each agent and version had prompts, for whoever looks why there are no scores. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { SESSIONS } from "../normaliser/table.ts";
import { TURNS } from "./create-tables.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import { type Instant, type Milliseconds, MINUTE } from "../vocabulary/units.ts";

/** The newest session of one agent in one version. */
export interface LastSession {
  agent: Agent;
  /** null when its records do not say. */
  version: string | null;
  endedAt: Instant;
  prompts: number;
}

/** An agent asks for a title at the same time as for the prompt; that conversation has no prompt of a person and may end last. */
const BESIDE_MS: Milliseconds = MINUTE;

/**
 * Returns one for each agent and version with turns; its prompts are also those of sessions that ran next to
 * it.
 */
export async function readLastSessions(database: Database): Promise<LastSession[]> {
  const sessions = await tables(database, TURNS, SESSIONS)
    .selectFrom("turns")
    .innerJoin("sessions", (join) =>
      join
        .onRef("sessions.organization", "=", "turns.organization")
        .onRef("sessions.session", "=", "turns.session"),
    )
    .select(({ fn }) => [
      "agent",
      "version",
      fn.min("started_at").as("startedAt"),
      fn.max("ended_at").as("endedAt"),
      fn.countAll<number>().filterWhere("turn_index", ">", 0).as("prompts"),
    ])
    .groupBy(["turns.organization", "turns.session", "agent", "version"])
    .orderBy("endedAt", "desc")
    .execute();
  return [...Map.groupBy(sessions, ({ agent, version }) => `${agent} ${version}`).values()].flatMap(
    (same) => {
      const [last] = same;
      if (last === undefined) return [];
      const beside = same.filter(({ endedAt }) => endedAt >= last.startedAt - BESIDE_MS);
      const prompts = beside.reduce((sum, session) => sum + session.prompts, 0);
      return [{ agent: last.agent, version: last.version, endedAt: last.endedAt, prompts }];
    },
  );
}
