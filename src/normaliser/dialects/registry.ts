/** The dialect of each agent. */
import type { Agent } from "../../vocabulary/agent.ts";
import type { Dialect } from "../sighting.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import { genAi } from "./gen-ai.ts";
import { opencode } from "./opencode.ts";
import { qwen } from "./qwen.ts";
import { vscode } from "./vscode.ts";

const DIALECTS: Readonly<Record<Agent, Dialect>> = {
  "claude-code": claudeCode,
  codex,
  gemini,
  qwen,
  copilot,
  vscode,
  opencode,
  other: genAi,
};

/** The dialect that an agent speaks. */
export function dialectFor(agent: Agent): Dialect {
  return DIALECTS[agent];
}
