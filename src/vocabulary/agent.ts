/** The coding agents that rows and answers name. */

export const AGENTS = [
  "claude-code",
  "codex",
  "gemini",
  "qwen",
  "copilot",
  "vscode",
  "opencode",
  "other",
] as const;

/** One of the coding agents; `other` is anything that speaks OpenTelemetry without being known. */
export type Agent = (typeof AGENTS)[number];
