/** Who makes a model call in Gemini CLI and Qwen Code: the conversation, a sub-agent or tool, or the agent for itself. */
import type { Attributes } from "../../records/record.ts";
import { textOf } from "../../records/unwrap.ts";

/** `work` belongs to a turn without carrying the conversation. */
export type Caller = "conversation" | "work" | "agent";

/** Sub-agents that Qwen Code starts for its memory. */
const MANAGED = /^managed-/;
/** Gemini's roles of calls that do a tool's work; its other `utility_` roles (router, compressor…) are its own. */
const WORKING_ROLES = new Set(["subagent", "utility_tool", "utility_edit_corrector"]);
const UTILITY = /^utility_/;

/**
 * The caller of a model call.
 *
 * Qwen Code names no role: a call for a person carries that prompt's id, `<session>########<number>`. The ids
 * `forked_query` (suggestions), `side-query:…` (who may run a command) and `compress-…` are the agent's own.
 *
 * @see Captured Qwen Code 0.24.4 (2026-11-21); `LlmRole` of Gemini CLI 0.61.0.
 */
export function callerOf(attributes: Attributes, session: string): Caller {
  const subagent = textOf(attributes["subagent_name"]);
  if (subagent !== null) return MANAGED.test(subagent) ? "agent" : "work";
  const role = textOf(attributes["role"]);
  if (role !== null) return callerByRole(role);
  const promptId = textOf(attributes["prompt_id"]) ?? textOf(attributes["qwen-code.prompt_id"]);
  return promptId === null || promptId.startsWith(session) ? "conversation" : "agent";
}

function callerByRole(role: string): Caller {
  if (role === "main") return "conversation";
  return UTILITY.test(role) && !WORKING_ROLES.has(role) ? "agent" : "work";
}
