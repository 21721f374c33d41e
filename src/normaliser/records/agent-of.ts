/** Which agent a record comes from: service names can be overridden, so the scope is asked too. */
import type { Agent } from "../../vocabulary/agent.ts";
import type { Attributes } from "./record.ts";
import { textOf } from "./unwrap.ts";

const AGENTS_BY_SERVICE: readonly [RegExp, Agent][] = [
  [/^claude-code/, "claude-code"],
  // The originator: codex_exec, codex_cli_rs, codex-app-server, codex_vscode, codex_desktop.
  [/^codex/, "codex"],
  [/^gemini-cli/, "gemini"],
  [/^qwen-code/, "qwen"],
  [/^github-copilot/, "copilot"],
  [/^copilot-chat/, "vscode"],
  [/^opencode/, "opencode"],
];

const AGENTS_BY_SCOPE: readonly [RegExp, Agent][] = [
  [/^com\.anthropic\.claude_code/, "claude-code"],
  [/^github\.copilot/, "copilot"],
  ...AGENTS_BY_SERVICE,
];

/** The agent that a resource's `service.name` stands for, null when it is none of the known. */
export function agentOfService(name: string | null): Agent | null {
  return name === null ? null : find(AGENTS_BY_SERVICE, name);
}

/** The agent that an instrumentation scope belongs to, null when it is none of the known. */
export function agentOfScope(name: string): Agent | null {
  return find(AGENTS_BY_SCOPE, name);
}

/** The agent's version, null when it does not tell: Gemini's `service.version` is that of Node. */
export function versionOf(agent: Agent, resource: Attributes, scopeVersion: string): string | null {
  if (agent === "gemini") return null;
  return textOf(resource["service.version"]) ?? textOf(scopeVersion);
}

function find(table: readonly [RegExp, Agent][], name: string): Agent | null {
  return table.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
