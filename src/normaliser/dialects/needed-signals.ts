/**
 * The signals without which scoring cannot see an agent's work.
 *
 * Source: agent-telemetry notes of 2026-11-21, section 9.4: where prompts, calls and tools are read from.
 */
import type { Agent } from "../../vocabulary/agent.ts";
import type { Signal } from "../../vocabulary/otlp.ts";

export const NEEDED_SIGNALS: Readonly<Record<Agent, readonly Signal[]>> = {
  "claude-code": ["logs", "metrics"],
  codex: ["logs"],
  gemini: ["logs"],
  qwen: ["logs", "traces"],
  copilot: ["traces"],
  vscode: ["traces"],
  opencode: ["traces"],
  other: [],
};
