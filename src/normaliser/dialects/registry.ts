/** The dialect of each agent. */
import type { Agent } from "../../vocabulary/agent.ts";
import type { Dialect } from "../sightings/sighting.ts";
import { claudeCode } from "./claude-code/dialect.ts";
import { codex } from "./codex/dialect.ts";
import { copilot } from "./copilot/dialect.ts";
import { gemini } from "./gemini/dialect.ts";
import { genAi } from "./gen-ai/dialect.ts";
import { opencode } from "./opencode/dialect.ts";
import { qwen } from "./qwen/dialect.ts";
import { vscode } from "./vscode/dialect.ts";

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
