/** The settings that make each coding agent send its telemetry here, as they are pasted. */
import { type Agent, AGENTS, declarationOf } from "../dialects/agents.ts";
import type { Connection, Destination } from "../dialects/declaration.ts";
import { commandFunction, type Shell } from "./shells.ts";

/** What of an agent is connected: its telemetry, or the questions that it asks by MCP. */
export type Part = "telemetry" | "questions";

export type ConnectableAgent = Exclude<Agent, "other">;

/** The agents whose telemetry can be connected by settings. */
export const CONNECTABLE = AGENTS.filter(isConnectable);

/** Those that can ask this server by MCP. */
export const ASKING = AGENTS.filter(
  (agent): agent is ConnectableAgent => declarationOf(agent).asks !== undefined,
);

/** All for which some setting is known. */
export const SETTABLE = [...new Set([...CONNECTABLE, ...ASKING])];

/** One piece of settings, and where it belongs. */
export interface SettingsBlock {
  /** A file, or the shell that starts the agent. */
  place: string;
  format: "shell" | "toml" | "json";
  text: string;
}

/** What a person pastes, and what the agent then sends. */
export interface AgentSettings {
  blocks: SettingsBlock[];
  sends: string;
}

/**
 * The settings of one agent.
 *
 * @param to - Where it sends to, and the shell that it is started from.
 */
export function agentSettings(
  agent: ConnectableAgent,
  to: Destination & { shell: Shell; part?: Part },
): AgentSettings {
  const connection = connectionOf(agent, to);
  return { blocks: connection.blocks.map((block) => asPasted(block, to.shell)), sends: connection.sends };
}

/** What to do when the agent does not trust the certificate of the server. */
export function trustRemark(agent: ConnectableAgent): string {
  const trusts =
    declarationOf(agent).connect?.({ endpoint: "", key: "" }).trusts ??
    "set NODE_EXTRA_CA_CERTS=/path/to/ca.pem in the environment that the agent starts from";
  return `A certificate of your own issuer, or one that signs itself: ${trusts}.`;
}

/** What the agent's folder declares of its settings. */
export function connectionOf(agent: ConnectableAgent, to: Destination & { part?: Part }): Connection {
  const connection = to.part === "questions" ? questionsOf(agent, to) : declarationOf(agent).connect?.(to);
  if (connection === undefined) throw new Error(`BUG: nobody knows how ${agent} is connected`);
  return connection;
}

function questionsOf(agent: ConnectableAgent, to: Destination): Connection | undefined {
  const { asks, title } = declarationOf(agent);
  return asks && { blocks: [asks(to)], sends: `Lets ${title} ask about its developer's work.` };
}

function isConnectable(agent: Agent): agent is ConnectableAgent {
  return declarationOf(agent).connect !== null;
}

function asPasted(block: Connection["blocks"][number], shell: Shell): SettingsBlock {
  if (block.format !== "shell") return { place: block.place, format: block.format, text: block.text };
  const text = commandFunction(shell, block);
  return { place: "the shell that starts the agent", format: "shell", text };
}
