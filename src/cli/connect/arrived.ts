/** Asks a server whether an agent's records arrive with a key. */
import type { ConnectableAgent } from "../../normaliser/connect/agent-settings.ts";

/** What the server says. */
export type Arrived =
  | { kind: "arrived"; newestRecordAt: string }
  | { kind: "nothing" }
  /** It does not take the key. */
  | { kind: "refused" }
  /** Nobody answers there, or something else. */
  | { kind: "away"; endpoint: string };

const PATIENCE_MS = 10_000;

/**
 * Asks for the agent's newest record with this key.
 *
 * @param to the server's address without a slash at its end, and the key
 */
export async function askArrived(
  agent: ConnectableAgent,
  { endpoint, key }: { endpoint: string; key: string },
): Promise<Arrived> {
  const away: Arrived = { kind: "away", endpoint };
  try {
    const response = await fetch(`${endpoint}/v1/agents/arrived`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status === 401) return { kind: "refused" };
    const answer: unknown = response.ok ? await response.json() : null;
    const agents = agentsIn(answer);
    if (agents === null) return away;
    const found = agents.find((row) => row.agent === agent);
    return found === undefined
      ? { kind: "nothing" }
      : { kind: "arrived", newestRecordAt: found.newestRecordAt };
  } catch {
    return away;
  }
}

interface ArrivedRow {
  agent: string;
  newestRecordAt: string;
}

/** By hand: the script for other machines carries no library for it. */
function agentsIn(answer: unknown): ArrivedRow[] | null {
  if (typeof answer !== "object" || answer === null || !("agents" in answer)) return null;
  return Array.isArray(answer.agents) ? answer.agents.filter(isRow) : null;
}

function isRow(row: unknown): row is ArrivedRow {
  if (typeof row !== "object" || row === null || !("agent" in row) || !("newestRecordAt" in row))
    return false;
  return typeof row.agent === "string" && typeof row.newestRecordAt === "string";
}
