/** Chooses the agent whose sessions are listed; it is in the address. */
import { useParameter } from "../../address/range.ts";
import { agentName } from "../../words/agents.ts";
import type { AgentName } from "./fetch-sessions.ts";

const CHOICES: readonly AgentName[] = [
  "claude-code",
  "codex",
  "gemini",
  "qwen",
  "copilot",
  "vscode",
  "opencode",
  "other",
];

/** Returns null for all agents, and for one that is not known. */
export function agentIn(parameter: string | null): AgentName | null {
  return CHOICES.find((name) => name === parameter) ?? null;
}

export function AgentPicker() {
  const [asked, choose] = useParameter("agent");
  return (
    <select
      className="select"
      aria-label="Agent"
      value={agentIn(asked) ?? ""}
      onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">Every agent</option>
      {CHOICES.map((name) => (
        <option key={name} value={name}>
          {agentName(name)}
        </option>
      ))}
    </select>
  );
}
