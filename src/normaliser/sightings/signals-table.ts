/** Which signals the sessions of each agent and version really came with. */
import { idOfName } from "../../database/held-id.ts";
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { SESSIONS } from "../table.ts";
import { OBJECTS, OBJECT_SESSIONS } from "../../catalogue/table.ts";
import type { Agent } from "../dialects/agents.ts";
import { type Signal, SIGNALS } from "../../vocabulary/otlp.ts";

/** One agent in one version. */
export interface AgentSignals {
  agent: Agent;
  /** null when its records do not say. */
  version: string | null;
  sessions: number;
  /** Sessions that had records of the signal. */
  signals: Record<Signal, number>;
}

/** Returns every agent and version that was seen, of all organizations, in their order. */
export async function readAgentSignals(database: Database): Promise<AgentSignals[]> {
  const view = tables(database, SESSIONS, OBJECT_SESSIONS, OBJECTS);
  const seen = await view
    .selectFrom("sessions")
    .select(({ fn }) => ["agent", "version", fn.countAll<number>().as("sessions")])
    .groupBy(["agent", "version"])
    .orderBy("agent")
    .orderBy("version")
    .execute();
  const counted = await view
    .selectFrom((build) =>
      build
        .selectFrom("sessions")
        .innerJoin("object_sessions", (join) =>
          join
            .onRef("object_sessions.organization", "=", "sessions.organization")
            .on("object_sessions.session", "=", idOfName(database, "sessions.session")),
        )
        .innerJoin("objects", "objects.number", "object_sessions.object")
        .select(["agent", "version", "signal", "sessions.organization", "sessions.session"])
        .distinct()
        .as("session_signals"),
    )
    .select(({ fn }) => ["agent", "version", "signal", fn.countAll<number>().as("sessions")])
    .groupBy(["agent", "version", "signal"])
    .execute();
  return seen.map(({ agent, version, sessions }) => {
    const ofVersion = counted.filter((row) => row.agent === agent && row.version === version);
    const signals = { logs: 0, metrics: 0, traces: 0 };
    for (const signal of SIGNALS)
      signals[signal] = ofVersion.find((row) => row.signal === signal)?.sessions ?? 0;
    return { agent, version, sessions, signals };
  });
}
