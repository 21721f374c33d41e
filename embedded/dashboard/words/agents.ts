/** The agents by the names that people use. */

const NAMES: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  qwen: "Qwen Code",
  copilot: "Copilot",
  vscode: "VS Code",
  opencode: "opencode",
  other: "Another agent",
};

/** Returns the text itself for an agent that is not known. */
export function agentName(agent: string): string {
  return NAMES[agent] ?? agent;
}
