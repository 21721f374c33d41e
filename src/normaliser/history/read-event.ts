/**
 * Reads records of agents' files that have no words in the agent's telemetry: each is one event, and nothing is left to
 * settle.
 */
import { filesOfPatch } from "../dialects/codex/patch.ts";
import { linesGiven } from "../dialects/edited-lines.ts";
import { isRetryable } from "../dialects/model-errors.ts";
import { mcpServerOf } from "../dialects/mcp-server.ts";
import { promptText, reading } from "../dialects/sightings.ts";
import {
  commandIn,
  isEditTool,
  isShellTool,
  lastLines,
  parseJson,
  pathIn,
  stringsIn,
} from "../dialects/tool-arguments.ts";
import { reasoningOf, untoldCall } from "../dialects/untold-call.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import type { Event, FileEdit, ModelCall, Origin, ToolCall } from "../event.ts";
import { isFromHistory } from "../records/from-history.ts";
import { originOf } from "../records/origin.ts";
import type { LogEntry, PlainValue, TelemetryRecord } from "../records/record.ts";
import { booleanOf, countOf, numberOf, textOf } from "../records/unwrap.ts";
import type { Reading } from "../sightings/sighting.ts";

type Reader = (log: LogEntry, origin: Origin) => Event[];

const MICRO = 1e6;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["scoring.prompt", readPrompt],
  ["scoring.model_call", readCall],
  ["scoring.tool_call", readTool],
  ["scoring.compaction", readCompaction],
  ["scoring.interrupt", (_log, origin) => [{ ...origin, kind: "interrupt" }]],
  ["scoring.context_window", readWindow],
]);

/** Returns null for every record that is none of these. */
export function readHistoryEvent(record: TelemetryRecord): Reading | null {
  if (record.signal !== "logs" || !isFromHistory(record)) return null;
  const reader = READERS.get(record.name);
  const session = textOf(record.attributes["session.id"]);
  if (reader === undefined || session === null) return null;
  const durationMs = countOf(record.attributes["duration_ms"]);
  const origin = { ...originOf(record, { session, durationMs }), fromHistory: "whole" as const };
  return reading(record, session, reader(record, origin));
}

function readPrompt({ attributes }: LogEntry, origin: Origin): Event[] {
  return [
    {
      ...origin,
      kind: "prompt",
      promptId: null,
      ...promptText({ text: textOf(attributes["prompt"]), toldLength: attributes["prompt_length"] }),
      command: null,
      interactive: booleanOf(attributes["interactive"]),
    },
  ];
}

function readCall({ attributes }: LogEntry, origin: Origin): Event[] {
  const count = (name: string) => countOf(attributes[name]);
  const status = count("status_code");
  const succeeded = booleanOf(attributes["success"]);
  const failed = succeeded === false && { result: "failed" as const, status, retryable: isRetryable(status) };
  const cost = numberOf(attributes["cost_usd"]);
  const helper = booleanOf(attributes["helper"]) ?? false;
  const call: ModelCall = {
    ...untoldCall(origin),
    ...failed,
    model: textOf(attributes["model"]),
    durationMs: count("duration_ms"),
    firstTokenMs: count("ttft_ms"),
    tokens: {
      input: count("input_tokens"),
      output: count("output_tokens"),
      cacheRead: count("cache_read_tokens"),
      cacheCreation: count("cache_creation_tokens"),
    },
    reportedCost: cost === null ? null : Math.round(cost * MICRO),
    ...reasoningOf(attributes["reasoning_tokens"]),
    helper,
    foreground: !helper && booleanOf(attributes["background"]) !== true,
  };
  return [call];
}

/** A person is asked before a call that is refused. */
function readTool({ attributes }: LogEntry, origin: Origin): Event[] {
  const name = textOf(attributes["tool_name"]) ?? "";
  const given = parseJson(attributes["arguments"]);
  const rejected = booleanOf(attributes["rejected"]) ?? false;
  const [shell, edits] = [isShellTool(name), isEditTool(name)];
  const callId = textOf(attributes["call_id"]) ?? origin.id;
  const call: ToolCall = {
    ...origin,
    kind: "tool_call",
    callId,
    name,
    ...mcpServerOf(name),
    ok: rejected ? null : booleanOf(attributes["success"]),
    rejected,
    exitCode: countOf(attributes["exit_code"]),
    durationMs: countOf(attributes["duration_ms"]),
    command: shell ? commandIn(given) : null,
    edits,
    files: edits ? filesOf(given, attributes) : [],
    arguments: stringsIn(given),
    outputTail: shell ? lastLines(textOf(attributes["output"])) : null,
    commits: 0,
    pullRequests: 0,
  };
  if (!rejected) return [call];
  const id = derivedId(origin.id, "decision");
  return [call, { ...origin, id, kind: "decision", callId, verdict: "reject", by: "person", edits }];
}

/** A patch names its files itself. */
function filesOf(given: PlainValue, attributes: LogEntry["attributes"]): FileEdit[] {
  const patched = stringsIn(given).flatMap(filesOfPatch);
  if (patched.length > 0) return patched;
  const added = countOf(attributes["lines_added"]);
  const lines = added === null ? linesGiven(given) : { added, removed: countOf(attributes["lines_removed"]) };
  return [{ path: pathIn(given), ...lines }];
}

function readCompaction({ attributes }: LogEntry, origin: Origin): Event[] {
  const asked = booleanOf(attributes["manual"]);
  const trigger = asked === null ? null : asked ? "manual" : "automatic";
  return [{ ...origin, kind: "compaction", trigger }];
}

function readWindow({ attributes }: LogEntry, origin: Origin): Event[] {
  const tokens = countOf(attributes["window_tokens"]);
  return tokens === null ? [] : [{ ...origin, kind: "context_window", tokens }];
}
