/** Facts that an agent's records cannot tell: there a share of 0 does not say that they never happened. */
import type { Agent } from "../../vocabulary/agent.ts";
import type { Signal } from "../../vocabulary/otlp.ts";

/** A fact that is not told: never, or not without one of the signals. */
export interface Untold {
  fact: "cost" | "firstToken" | "accepts" | "rejections" | "compaction";
  without: Signal | null;
}

const NO_COST: Untold = { fact: "cost", without: null };
const NO_DECISIONS: readonly Untold[] = [
  { fact: "accepts", without: null },
  { fact: "rejections", without: null },
];

/** Source: docs/agents.md, "What cannot be known" (2026-11). */
export const UNTOLD: Readonly<Record<Agent, readonly Untold[]>> = {
  "claude-code": [],
  codex: [NO_COST, { fact: "rejections", without: "traces" }, { fact: "compaction", without: "traces" }],
  gemini: [NO_COST, { fact: "firstToken", without: null }],
  qwen: [NO_COST],
  copilot: NO_DECISIONS,
  vscode: NO_DECISIONS,
  opencode: [NO_COST, { fact: "accepts", without: null }],
  other: [],
};
