/** Tool calls of Gemini CLI and Qwen Code: one record holds the call, its result and the decision on it. */
import type { Decision, FileEdit, ToolCall } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { LogEntry, PlainValue } from "../../records/record.ts";
import type { Sighting } from "../../sightings/sighting.ts";
import { booleanOf, countOf, textOf } from "../../records/unwrap.ts";
import { clue } from "../sightings.ts";
import { mcpServerOf } from "../mcp-server.ts";
import { ALLOWANCE } from "./allowances.ts";
import {
  commandIn,
  isEditTool,
  isShellTool,
  member,
  parseJson,
  pathIn,
  stringsIn,
} from "../tool-arguments.ts";

const AUTO_ACCEPT = "auto_accept";

/** The outcome of a tool, which the two agents report differently. */
export interface ToolOutcome {
  ok: boolean | null;
  exitCode: number | null;
}

/** In what the two agents differ. */
export interface ToolDifferences {
  outcomeOf(log: LogEntry, metadata: PlainValue): ToolOutcome;
  /** Who says `auto_accept`: Gemini CLI after a person allowed something for the session, Qwen Code unasked. */
  autoAccept: Decision["by"];
}

/** Returns a reader of the agent's `tool_call` events. */
export function toolCallReader({ outcomeOf, autoAccept }: ToolDifferences) {
  return (log: LogEntry, session: string): Sighting[] => {
    const call = readCall(log, session, outcomeOf);
    const decision = readDecision(log, session, { call, autoAccept });
    const allows = autoAccept === "person" && log.attributes["decision"] === AUTO_ACCEPT;
    const cancelled = log.attributes["status"] === "cancelled";
    return [
      call,
      ...(decision === null ? [] : [decision]),
      ...(allows
        ? [clue(originOf(log, { session, part: ALLOWANCE }), ALLOWANCE, { callId: call.callId })]
        : []),
      ...(cancelled
        ? [{ ...originOf(log, { session, part: "interrupt" }), kind: "interrupt" } as const]
        : []),
    ];
  };
}

function readCall(log: LogEntry, session: string, outcomeOf: ToolDifferences["outcomeOf"]): ToolCall {
  const { attributes } = log;
  const durationMs = countOf(attributes["duration_ms"]);
  const origin = originOf(log, { session, durationMs });
  const name = textOf(attributes["function_name"]) ?? "";
  const given = parseJson(attributes["function_args"]);
  const metadata = parseJson(attributes["metadata"]);
  const edits = isEditTool(name) && attributes["tool_type"] !== "mcp";
  const rejected = wasRejected(log);
  const outcome = rejected ? { ok: null, exitCode: null } : outcomeOf(log, metadata);
  return {
    ...origin,
    kind: "tool_call",
    callId: textOf(attributes["call_id"]) ?? origin.id,
    name,
    ...mcpServerOf(name, textOf(attributes["mcp_server_name"])),
    ok: outcome.ok,
    rejected,
    exitCode: isShellTool(name) ? outcome.exitCode : null,
    durationMs,
    command: isShellTool(name) ? commandIn(given) : null,
    edits,
    files: edits ? [fileOf(given, metadata)] : [],
    arguments: stringsIn(given),
    outputTail: null,
    commits: 0,
    pullRequests: 0,
  };
}

/** A call that never began because it was cancelled was refused at the question. */
function wasRejected({ attributes }: LogEntry): boolean {
  const neverBegan = attributes["status"] === "cancelled" && attributes["execution_status"] === "not_started";
  return attributes["decision"] === "reject" || neverBegan;
}

/** The counters that begin with `user_` are what the person changed in the proposal. */
function fileOf(given: PlainValue, metadata: PlainValue): FileEdit {
  return {
    path: pathIn(given),
    added: countOf(member(metadata, "model_added_lines")),
    removed: countOf(member(metadata, "model_removed_lines")),
  };
}

/** Settling takes back what no person can have decided: the approval mode in force says who decides. */
function readDecision(
  log: LogEntry,
  session: string,
  { call, autoAccept }: { call: ToolCall } & Pick<ToolDifferences, "autoAccept">,
): Decision | null {
  const decision = textOf(log.attributes["decision"]);
  if (decision === null) return null;
  const who = decision === AUTO_ACCEPT ? autoAccept : "person";
  const asked = who === "person" && booleanOf(log.attributes["interactive"]) !== false;
  return {
    ...originOf(log, { session, part: "decision" }),
    kind: "decision",
    callId: call.callId,
    verdict: decision === "reject" ? "reject" : "accept",
    by: asked ? "person" : "automatic",
    edits: call.edits,
  };
}
