/** Claude Code's tools: results of calls that ran, decisions on all; details only when the developer lets them out. */
import type { Decision, FileEdit, ToolCall } from "../../event.ts";
import type { LogEntry, PlainValue } from "../../records/record.ts";
import type { Sighting } from "../../sightings/sighting.ts";
import { booleanOf, countOf, textOf } from "../../records/unwrap.ts";
import { mcpServerOf } from "../mcp-server.ts";
import { claudeOrigin } from "./origin.ts";
import { isEditTool, isShellTool, member, parseJson, pathIn, stringsIn } from "../tool-arguments.ts";

const COMMAND_FAILED = "ShellError";
const EXIT_CODE = /exit(?:ed with)?(?: code)?:? (\d+)/i;
const ANY_NUMBER = /\b(\d{1,3})\b/;
const BY_PERSON = /^user_/;
const INTERRUPTED = "user_abort";

/** Reads the result of a call; calls that a person refused have none. */
export function readToolResult(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const durationMs = countOf(attributes["duration_ms"]);
  const parameters = parseJson(attributes["tool_parameters"]);
  const call: ToolCall = {
    ...callOf(log, session, durationMs),
    ...outcomeOf(log),
    durationMs,
    commits: hasCommitted(log, parameters) ? 1 : 0,
  };
  return [call];
}

/** Reads a decision; a refusal is the only record of the call that it refuses. */
export function readDecision(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const origin = claudeOrigin(log, { session, part: "decision" });
  const source = textOf(attributes["source"]) ?? "";
  const refused = attributes["decision"] === "reject";
  const call = callOf(log, session, null);
  const decision: Decision = {
    ...origin,
    kind: "decision",
    callId: call.callId,
    verdict: source === INTERRUPTED ? "interrupt" : refused ? "reject" : "accept",
    by: BY_PERSON.test(source) ? "person" : "automatic",
    edits: call.edits,
  };
  const sightings: Sighting[] = [decision];
  if (refused) sightings.push({ ...call, rejected: true });
  if (source === INTERRUPTED) {
    sightings.push({ ...claudeOrigin(log, { session, part: "interrupt" }), kind: "interrupt" });
  }
  return sightings;
}

function callOf(log: LogEntry, session: string, durationMs: number | null): ToolCall {
  const { attributes } = log;
  const origin = claudeOrigin(log, { session, durationMs });
  const name = textOf(attributes["tool_name"]) ?? "";
  const input = parseJson(attributes["tool_input"]);
  const parameters = parseJson(attributes["tool_parameters"]);
  return {
    ...origin,
    kind: "tool_call",
    callId: textOf(attributes["tool_use_id"]) ?? origin.id,
    name,
    ...mcpServerOf(name, textOf(member(parameters, "mcp_server_name"))),
    ok: null,
    rejected: false,
    exitCode: null,
    durationMs,
    command: isShellTool(name) ? commandOf(parameters) : null,
    edits: isEditTool(name),
    files: isEditTool(name) ? [fileOf(input)] : [],
    arguments: stringsIn(input === null ? parameters : input),
    outputTail: null,
    commits: 0,
    pullRequests: 0,
  };
}

function commandOf(parameters: PlainValue): string | null {
  return textOf(member(parameters, "full_command")) ?? textOf(member(parameters, "bash_command"));
}

/** Lines come from the metric, by session. */
function fileOf(input: PlainValue): FileEdit {
  return { path: pathIn(input), added: null, removed: null };
}

/** A command that returned something other than 0 comes as a failure, though the tool itself worked. */
function outcomeOf({ attributes }: LogEntry): Pick<ToolCall, "ok" | "exitCode"> {
  const ok = booleanOf(attributes["success"]);
  if (ok === false && attributes["error_type"] === COMMAND_FAILED) {
    return { ok: true, exitCode: exitCodeIn(textOf(attributes["error"]) ?? "") };
  }
  return { ok, exitCode: ok && isShellTool(textOf(attributes["tool_name"]) ?? "") ? 0 : null };
}

/** A command that failed did not return 0, whatever numbers its output begins with. */
function exitCodeIn(error: string): number {
  return Number(EXIT_CODE.exec(error)?.[1] ?? ANY_NUMBER.exec(error)?.[1] ?? 1) || 1;
}

function hasCommitted({ attributes }: LogEntry, parameters: PlainValue): boolean {
  return (
    textOf(member(parameters, "git_commit_id")) !== null ||
    textOf(attributes["vcs.ref.head.revision"]) !== null
  );
}
