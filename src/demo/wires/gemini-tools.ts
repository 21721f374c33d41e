/** Tool calls as Gemini CLI and its fork Qwen Code report them: one record for the call, its result and the decision. */
import type { AnyValue } from "../../vocabulary/otlp.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { StepOf, ToolUse } from "../work/session.ts";
import { keyValues, type WireAttributes } from "../../vocabulary/sending/otlp-values.ts";

/** One event before it becomes a log record; the body is a sentence for people. */
export interface FamilyEvent {
  name: string;
  at: Instant;
  body: string;
  attributes: WireAttributes;
}

/** Gemini: a command that fails is a success with an exit code in its metadata, which is JSON text. */
export function geminiToolEvents(step: StepOf<"tool">, promptId: string): FamilyEvent[] {
  const { use, approval } = step;
  const refused = approval === "refused";
  const failed = use.tool === "shell" && use.exitCode !== 0;
  const metadata = failed ? { exitCode: use.exitCode, isError: true } : linesOf(use);
  const attributes = {
    function_name: NAMES[use.tool],
    duration_ms: step.at - step.startedAt,
    success: !refused,
    decision: DECISIONS[approval],
    prompt_id: promptId,
    tool_type: "native",
    content_length: 120,
    mcp_server_name: null,
    start_time: null,
    end_time: null,
    function_args: argumentsOf(use),
    metadata: metadata === null || refused ? undefined : JSON.stringify(metadata, null, 2),
  };
  const call = {
    name: "gemini_cli.tool_call",
    at: step.at,
    body: `Tool call: ${NAMES[use.tool]}.`,
    attributes,
  };
  return [call, ...fileOperation("gemini_cli", step)];
}

/** Qwen: a command that fails is a failure with the exit code in its error; metadata is a list of keys and values. */
export function qwenToolEvents(
  step: StepOf<"tool">,
  call: { promptId: string; callId: string },
): FamilyEvent[] {
  const { use, approval } = step;
  const refused = approval === "refused";
  const failed = use.tool === "shell" && use.exitCode !== 0;
  const lines = refused ? null : linesOf(use);
  const status = refused ? "cancelled" : failed ? "error" : "success";
  const attributes = {
    call_id: call.callId,
    parent_call_id: null,
    source: null,
    function_name: NAMES[use.tool],
    function_args: argumentsOf(use),
    duration_ms: step.at - step.startedAt,
    status,
    execution_status: refused ? "not_started" : status,
    success: !refused && !failed,
    decision: DECISIONS[approval],
    ...(failed ? errorOf(use) : {}),
    prompt_id: call.promptId,
    tool_type: "native",
    content_length: 120,
    mcp_server_name: null,
    metadata: lines === null ? null : listOf(lines),
  };
  const tool = {
    name: "qwen-code.tool_call",
    at: step.at,
    body: `Tool call: ${NAMES[use.tool]}.`,
    attributes,
  };
  return [tool, ...fileOperation("qwen-code", step)];
}

const NAMES: Readonly<Record<ToolUse["tool"], string>> = {
  shell: "run_shell_command",
  edit: "replace",
  read: "read_file",
};
const DECISIONS = { automatic: "auto_accept", accepted: "accept", refused: "reject" } as const;

function argumentsOf(use: ToolUse): string {
  return JSON.stringify(plainArguments(use), null, 2);
}

function plainArguments(use: ToolUse): object {
  if (use.tool === "shell") return { command: use.command, is_background: false };
  if (use.tool === "read") return { file_path: use.path };
  return { file_path: use.path, old_string: use.removed.join("\n"), new_string: use.added.join("\n") };
}

function linesOf(use: ToolUse): Readonly<Record<string, number>> | null {
  if (use.tool !== "edit") return null;
  const { added, removed } = use;
  return {
    model_added_lines: added.length,
    model_removed_lines: removed.length,
    model_added_chars: added.join("\n").length,
    model_removed_chars: removed.join("\n").length,
    user_added_lines: 0,
    user_removed_lines: 0,
  };
}

function listOf(plain: Readonly<Record<string, number>>): AnyValue {
  return { kvlistValue: { values: keyValues(plain) } };
}

/** The same twice, under the old names and the new. */
function errorOf({ command, output, exitCode }: Extract<ToolUse, { tool: "shell" }>): WireAttributes {
  const error = `Command: ${command}\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${exitCode}\nSignal: (none)`;
  const type = "shell_execute_error";
  return { error, error_type: type, "error.message": error, "error.type": type };
}

function fileOperation(prefix: string, { use, at, approval }: StepOf<"tool">): FamilyEvent[] {
  if (use.tool !== "edit" || approval === "refused") return [];
  const attributes = { tool_name: NAMES.edit, operation: "update", lines: use.added.length };
  return [{ name: `${prefix}.file_operation`, at, body: "File operation: update.", attributes }];
}
