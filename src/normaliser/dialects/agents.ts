/** The coding agents that are known. A new one is a folder next to this file, and a line in this list. */
import { claudeCode } from "./claude-code/agent.ts";
import { cline } from "./cline/agent.ts";
import { codex } from "./codex/agent.ts";
import { copilot } from "./copilot/agent.ts";
import type { AgentDeclaration } from "./declaration.ts";
import { gemini } from "./gemini/agent.ts";
import { other } from "./gen-ai/agent.ts";
import { goose } from "./goose/agent.ts";
import { kilo } from "./kilo/agent.ts";
import { openhands } from "./openhands/agent.ts";
import { opencode } from "./opencode/agent.ts";
import { qwen } from "./qwen/agent.ts";
import { vibe } from "./vibe/agent.ts";
import { vscode } from "./vscode/agent.ts";

/** In the order in which a record's service and scope are compared with them, and in which lists show them. */
const DECLARATIONS = [
  claudeCode,
  codex,
  gemini,
  qwen,
  copilot,
  vscode,
  kilo,
  opencode,
  vibe,
  goose,
  openhands,
  cline,
  other,
] as const;

/** One of the coding agents; `other` is anything that speaks OpenTelemetry without being known. */
export type Agent = (typeof DECLARATIONS)[number]["name"];

/** What each agent's folder declares. */
export const AGENT_DECLARATIONS: readonly AgentDeclaration<Agent>[] = DECLARATIONS;

/** The agents that rows and answers name. */
export const AGENTS = AGENT_DECLARATIONS.map(({ name }) => name);

/** What pages and reports call each of them. */
export const AGENT_TITLES = Object.fromEntries(
  AGENT_DECLARATIONS.map(({ name, title }) => [name, title]),
) as Readonly<Record<Agent, string>>;

const BY_NAME = new Map(AGENT_DECLARATIONS.map((declaration) => [declaration.name, declaration]));

/** What is known of an agent. */
export function declarationOf(agent: Agent): AgentDeclaration<Agent> {
  const declaration = BY_NAME.get(agent);
  if (declaration === undefined) throw new Error(`BUG: no agent is called ${agent}`);
  return declaration;
}
