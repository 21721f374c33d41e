/** Claude Code's events about tools: a decision on each call, a result for each that ran; text for numbers. */
import type { Random } from "../work/random.ts";
import type { StepOf, ToolUse } from "../work/session.ts";
import type { ClaudeEvent } from "./claude-code-records.ts";
import type { WireAttributes } from "../../vocabulary/sending/otlp-values.ts";

const NAMES: Readonly<Record<ToolUse["tool"], string>> = { shell: "Bash", edit: "Edit", read: "Read" };
const LONGEST_VALUE = 512;

/** A refused call has a decision and no result. */
export function claudeToolEvents(step: StepOf<"tool">, random: Random): ClaudeEvent[] {
  const call = { tool_name: nameOf(step.use), tool_use_id: `toolu_${random.hex(24)}` };
  const decision: ClaudeEvent = {
    name: "tool_decision",
    at: step.startedAt,
    attributes: {
      ...call,
      decision: step.approval === "refused" ? "reject" : "accept",
      source: sourceOf(step),
      tool_source: isOfServer(step.use) ? "mcp" : "builtin",
      tool_parameters: parametersOf(step.use, {}),
    },
  };
  if (step.approval === "refused") return [decision];
  const result: ClaudeEvent = {
    name: "tool_result",
    at: step.at,
    attributes: { ...call, ...resultOf(step, random) },
  };
  return [decision, result];
}

const READ_BY_SERVER = "read_file";

function isOfServer(use: ToolUse): use is ToolUse & { server: string } {
  return use.tool === "read" && use.server !== undefined;
}

function nameOf(use: ToolUse): string {
  return isOfServer(use) ? `mcp__${use.server}__${READ_BY_SERVER}` : NAMES[use.tool];
}

function sourceOf({ approval }: StepOf<"tool">): string {
  if (approval === "automatic") return "config";
  return approval === "accepted" ? "user_temporary" : "user_reject";
}

function resultOf(step: StepOf<"tool">, random: Random): WireAttributes {
  const { use } = step;
  const input = inputOf(use);
  const failed = use.tool === "shell" && use.exitCode !== 0;
  return {
    success: failed ? "false" : "true",
    duration_ms: String(step.at - step.startedAt),
    error_type: failed ? "ShellError" : undefined,
    error: failed ? `Exit code ${use.exitCode}\n${use.output}` : undefined,
    decision_type: "accept",
    decision_source: sourceOf(step),
    tool_input_size_bytes: String(input.length),
    tool_result_size_bytes: String(use.tool === "shell" ? use.output.length : 1_800),
    tool_parameters: parametersOf(use, isCommit(use) ? { git_commit_id: random.hex(40) } : {}),
    tool_input: input,
  };
}

function parametersOf(use: ToolUse, landed: { git_commit_id?: string }): string | undefined {
  if (isOfServer(use)) return JSON.stringify({ mcp_server_name: use.server, mcp_tool_name: READ_BY_SERVER });
  if (use.tool !== "shell") return undefined;
  const [bash_command = ""] = use.command.split(" ");
  return JSON.stringify({ bash_command, full_command: use.command, timeout: 120_000, ...landed });
}

function isCommit(use: ToolUse): boolean {
  return use.tool === "shell" && use.command.startsWith("git commit");
}

function inputOf(use: ToolUse): string {
  if (use.tool === "shell") return JSON.stringify({ command: use.command });
  if (use.tool === "read") return JSON.stringify({ file_path: use.path });
  const [old_string, new_string] = [cut(use.removed), cut(use.added)];
  return JSON.stringify({ file_path: use.path, old_string, new_string });
}

function cut(lines: readonly string[]): string {
  return lines.join("\n").slice(0, LONGEST_VALUE);
}
