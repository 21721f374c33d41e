/** Which of the newest records is an agent's. */
import type { Agent } from "../../../src/normaliser/dialects/agents.ts";
import { agentName } from "../words/agents.ts";

/** The newest record: when, and what sent it. */
export interface NewestRecord {
  at: string;
  sender: string;
}

/** What `scoring doctor` sends to check that the server accepts records; it comes from no agent. */
const CANARY = "scoring-doctor";

interface LogRecord {
  timestamp: string;
  resource: Readonly<Record<string, unknown>>;
}

interface Work {
  endedAt: string;
  agent: Agent;
}

/**
 * Finds the newest of these.
 *
 * @param logs the newest log records, the doctor's own among them
 * @param metrics the newest work
 * @returns null when no agent has sent anything
 */
export function newestOf(logs: readonly LogRecord[], metrics: readonly Work[]): NewestRecord | null {
  const agents = logs.filter(({ resource }) => resource["service.name"] !== CANARY);
  const found = [
    ...agents.map(({ timestamp, resource }) => ({ at: timestamp, sender: senderOf(resource) })),
    ...metrics.map(({ endedAt, agent }) => ({ at: endedAt, sender: agentName(agent) })),
  ];
  return found.toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at))[0] ?? null;
}

function senderOf(resource: Readonly<Record<string, unknown>>): string {
  const [name, version] = [resource["service.name"], resource["service.version"]];
  if (typeof name !== "string") return "a sender without a name";
  return typeof version === "string" ? `${name} ${version}` : name;
}
