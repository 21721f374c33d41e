/** Codex's events about tools: all but patches are shell commands, and the exit code is in the output. */
import type { Random } from "../work/random.ts";
import type { StepOf, ToolUse } from "../work/session.ts";
import type { CodexEvent } from "./codex-records.ts";

const REFUSED = "exec command rejected by user";

/**
 * Returns the decision, and a result even if refused.
 *
 * @remarks Takes which result of the conversation it is, counted from 1.
 */
export function codexToolEvents(
  step: StepOf<"tool">,
  { random, result }: { random: Random; result: number },
): CodexEvent[] {
  const { name, given } = callOf(step.use, random);
  const call = { tool_name: name, tool_namespace: "functions", call_id: `call_${random.hex(24)}` };
  const refused = step.approval === "refused";
  const decided = {
    ...call,
    decision: refused ? "denied" : "approved",
    source: step.approval === "automatic" ? "Config" : "User",
  };
  const attributes = {
    tool_result_seq: result,
    ...call,
    duration_ms: String(step.at - step.startedAt),
    success: refused ? "false" : "true",
    output_truncated: false,
    agent_name: "/root",
    arguments: given,
    output: refused ? REFUSED : outputOf(step.use, random),
    mcp_server: step.use.tool === "read" ? (step.use.server ?? "") : "",
    mcp_server_origin: "",
  };
  return [
    { name: "codex.tool_decision", at: step.startedAt, line: 1225, attributes: decided },
    { name: "codex.tool_result", at: step.at, line: 54, attributes },
  ];
}

/** A patch comes as a tool of its own or, mostly, inside a shell command. */
function callOf(use: ToolUse, random: Random): { name: string; given: string } {
  if (use.tool === "shell") return inShell(use.command);
  if (use.tool === "read" && use.server !== undefined)
    return { name: "read_file", given: JSON.stringify({ path: use.path }) };
  if (use.tool === "read") return inShell(`sed -n '1,240p' ${use.path}`);
  const patch = patchOf(use);
  if (random.chance(0.3)) return { name: "apply_patch", given: patch };
  return inShell(`apply_patch <<'EOF'\n${patch}\nEOF`);
}

function inShell(cmd: string): { name: string; given: string } {
  return { name: "exec_command", given: JSON.stringify({ cmd }) };
}

function patchOf(use: Extract<ToolUse, { tool: "edit" }>): string {
  const removed = use.removed.map((line) => `-${line}`);
  const added = use.added.map((line) => `+${line}`);
  const lines = [
    "*** Begin Patch",
    `*** Update File: ${use.path}`,
    "@@",
    ...removed,
    ...added,
    "*** End Patch",
  ];
  return lines.join("\n");
}

/** What Codex puts before a command's output; behind a patch is what its own tool prints. */
function outputOf(use: ToolUse, random: Random): string {
  if (use.tool === "edit") {
    const printed = [
      "Exit code: 0",
      "Wall time: 0 seconds",
      "Output:",
      "Success. Updated the following files:",
    ];
    return ["Wall time: 0.0000 seconds", "Output:", ...printed, `M ${use.path}`, ""].join("\n");
  }
  const { exitCode, output } = use.tool === "shell" ? use : { exitCode: 0, output: "" };
  return [
    `Chunk ID: ${random.hex(6)}`,
    "Wall time: 0.0000 seconds",
    `Process exited with code ${exitCode}`,
    `Original token count: ${Math.ceil(output.length / 4)}`,
    "Output:",
    output,
  ].join("\n");
}
