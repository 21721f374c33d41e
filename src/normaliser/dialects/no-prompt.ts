/**
 * What is likely wrong when an agent sends records but no prompt, and what to do.
 *
 * Source: captured runs of 2026-11-21; `codex app-server daemon --help` of Codex 0.169.0, read 2026-11-22.
 */
import type { Agent } from "../../vocabulary/agent.ts";

const OTHERWISE = "ask it something; if this stays so, start it again and compare its settings with";

/** By agent, a sentence for a person. */
export const NO_PROMPT_REMEDIES: Readonly<Record<Agent, string>> = {
  "claude-code": `${OTHERWISE} scoring connect claude-code (prompts need OTEL_LOGS_EXPORTER=otlp)`,
  codex:
    "a Codex daemon from before probably still runs with its old settings: end it with " +
    "`codex app-server daemon stop` and start codex again; else compare config.toml with scoring connect codex",
  gemini: `${OTHERWISE} scoring connect gemini`,
  qwen: `${OTHERWISE} scoring connect qwen`,
  copilot: `${OTHERWISE} scoring connect copilot`,
  vscode: `${OTHERWISE} scoring connect vscode`,
  opencode: `${OTHERWISE} scoring connect opencode (prompts need experimental.openTelemetry)`,
  other: "scores need prompts: docs/agents.md says what is read from agents that are not listed",
};
