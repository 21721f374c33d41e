/** Which signals each agent really sends, and whether scoring can work with them. */
import type { Database } from "../../database/open.ts";
import { readAgentSignals } from "../../normaliser/sightings/signals-table.ts";
import { readLastSessions } from "../../turns/last-session-table.ts";
import { type Agent, AGENTS, declarationOf } from "../../normaliser/dialects/agents.ts";
import { type Signal, SIGNALS } from "../../vocabulary/otlp.ts";
import { type CommandCall, CommandFailure, textFlag } from "../command.ts";
import { count } from "../text/count.ts";
import { type Finding, ok, warn } from "./finding.ts";
import type { Survey } from "./survey.ts";

/** One agent in one version. */
export interface SeenAgent {
  agent: Agent;
  /** null when its records do not say. */
  version: string | null;
  sessions: number;
  /** Sessions that had records of the signal. */
  sessionsWith: Record<Signal, number>;
  /** Records among those that were read; also those that name no session, as most metrics do not. */
  records: Record<Signal, number>;
  /** In its newest session; null when it has no session with turns. */
  lastPrompts: number | null;
}

/**
 * Returns the agent that `--agent` names; null when it was not given.
 *
 * @throws When there is no such agent.
 */
export function chosenAgent(call: CommandCall): Agent | null {
  const name = textFlag(call, "agent");
  if (name === null) return null;
  const agent = AGENTS.find((known) => known === name);
  if (agent === undefined) throw new CommandFailure(`--agent is one of ${AGENTS.join(", ")}`, 2);
  return agent;
}

/** @remarks Takes the one agent that is of interest; null for all that were seen. */
export async function readSeenAgents(
  database: Database,
  { sent }: Survey,
  only: Agent | null,
): Promise<SeenAgent[]> {
  const seen = (await readAgentSignals(database)).map(({ signals, ...rest }): SeenAgent => {
    return { ...rest, sessionsWith: signals, records: none(), lastPrompts: null };
  });
  for (const { agent, version, records } of sent) {
    const known = seen.find((seenAgent) => seenAgent.agent === agent && seenAgent.version === version);
    if (known !== undefined) known.records = records;
    else if (agent !== "other")
      seen.push({ agent, version, sessions: 0, sessionsWith: none(), records, lastPrompts: null });
  }
  for (const { agent, version, prompts } of await readLastSessions(database)) {
    const known = seen.find((seenAgent) => seenAgent.agent === agent && seenAgent.version === version);
    if (known !== undefined) known.lastPrompts = prompts;
  }
  return only === null ? seen : seen.filter(({ agent }) => agent === only);
}

function none(): Record<Signal, number> {
  return { logs: 0, metrics: 0, traces: 0 };
}

/** What else may keep an agent's prompts from being seen. */
export interface Around {
  /** Whether records or sessions wait to be counted. */
  isBusy: boolean;
  /** Records whose time is impossible, which count nowhere. */
  oddTimes: number;
}

export function checkAgents(seen: readonly SeenAgent[], only: Agent | null, around: Around): Finding[] {
  if (seen.length > 0) return seen.map((agent) => checkSignals(agent, around));
  const remedy =
    only === null ? "connect one: scoring connect" : `run scoring connect ${only} and use its settings`;
  return [warn(only ?? "agents", "no agent telemetry received yet", remedy)];
}

function checkSignals(seen: SeenAgent, around: Around): Finding {
  const { agent, version, sessions, sessionsWith, records, lastPrompts } = seen;
  const name = `${agent} ${version ?? "of unknown version"}`;
  const read = SIGNALS.map((signal) => countRecords(records[signal], signal)).join(", ");
  const found = `${count(sessions, "session")}; read ${read}`;
  const absent = declarationOf(agent).neededSignals.filter(
    (signal) => sessionsWith[signal] + records[signal] === 0,
  );
  if (absent.length === 0)
    return lastPrompts ? ok(name, found) : sayNoPrompt(seen, { name, found, ...around });
  const remedy = `scoring needs its ${absent.join(" and ")}; compare its settings with scoring connect ${agent}`;
  return warn(name, found, remedy);
}

function countRecords(number: number, signal: Signal): string {
  return count(number, signal.replace(/s$/, ""), signal);
}

/** Records that report no prompt: nothing can be scored from them. Nobody is blamed before all is counted. */
function sayNoPrompt(
  { agent, lastPrompts }: SeenAgent,
  { name, found, isBusy, oddTimes }: Around & { name: string; found: string },
): Finding {
  const { noPromptRemedy } = declarationOf(agent);
  if (isBusy) return ok(name, `${found}; its newest records are not counted yet`);
  if (lastPrompts === null && oddTimes > 0) {
    const odd = `${count(oddTimes, "record")} of all agents ${oddTimes === 1 ? "has" : "have"} an impossible time`;
    const remedy = `set the clocks of the server and of the agent's machine; where they are right, ${noPromptRemedy}`;
    return warn(name, `${found}, and no prompt; ${odd}, which counts nowhere`, remedy);
  }
  const where = lastPrompts === null ? "and no prompt" : "and no prompt in its last session";
  return warn(name, `${found}, ${where}`, noPromptRemedy);
}
