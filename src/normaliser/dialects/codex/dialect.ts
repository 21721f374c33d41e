/**
 * OpenAI Codex: log events, and the few spans that do not repeat them.
 *
 * @see docs/dialects.md.
 */
import type { Decision, ModelCall, Origin, Prompt, SessionStart } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { LogEntry } from "../../records/record.ts";
import type { Dialect, Sighting } from "../../sightings/sighting.ts";
import { booleanOf, countOf, textOf } from "../../records/unwrap.ts";
import { settleCodex } from "./settle.ts";
import { readCodexSpan } from "./spans.ts";
import { readToolResult } from "./tools.ts";
import { comparableChoice } from "../choices.ts";
import { directoryOf } from "../directory.ts";
import { isErrorStatus, isRetryable, spendLimitIn } from "../model-errors.ts";
import { clue, promptText, reading, remainder } from "../sightings.ts";
import { effortOf, reasoningOf, untoldCall } from "../untold-call.ts";
import { isEditTool } from "../tool-arguments.ts";
import { afterHeading } from "../wrapping.ts";

const REDACTED = "[REDACTED]";
const HEADLESS = "codex_exec";
const READ_ONLY = "read-only";
/**
 * What its editor extension and its desktop program put before a prompt.
 *
 * @see Session files of both, 2026.
 */
const FROM_EDITORS = {
  begins: ["# Context from my IDE setup:", "# Files mentioned by the user:"],
  heading: "## My request for Codex:",
} as const;

type Reader = (log: LogEntry, session: string) => Sighting[];

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["codex.conversation_starts", readStart],
  ["codex.user_prompt", readPrompt],
  ["codex.api_request", readRequest],
  ["codex.websocket_request", readRequest],
  ["codex.sse_event", readUsage],
  ["codex.tool_decision", readDecision],
  ["codex.tool_result", readToolResult],
  ["codex.turn_cost", readTurnCost],
  ["codex.compaction", readCompaction],
]);

export const codexDialect: Dialect = {
  tellsOfNeighbours: true,
  talksToItself: true,
  read(record) {
    if (record.signal === "traces") return readCodexSpan(record);
    const reader = record.signal === "logs" ? READERS.get(record.name) : undefined;
    if (record.signal !== "logs" || reader === undefined) return null;
    const session = textOf(record.attributes["conversation.id"]);
    const sightings = session === null ? [] : reader(record, session);
    return sightings.length === 0 ? null : reading(record, session, sightings);
  },
  settle: settleCodex,
  wordsOf: (text) => afterHeading(text, FROM_EDITORS),
};

function readStart(log: LogEntry, session: string): Sighting[] {
  const start: SessionStart = {
    ...originOf(log, { session }),
    kind: "session_start",
    interactive: interactiveOf(log),
    previousSession: null,
    maybeHelper: textOf(log.attributes["sandbox_policy"])?.includes(READ_ONLY) ?? false,
  };
  const tokens = countOf(log.attributes["context_window"]);
  if (tokens === null) return [start];
  return [start, { ...originOf(log, { session, part: "window" }), kind: "context_window", tokens }];
}

function readPrompt(log: LogEntry, session: string): Sighting[] {
  const sent = {
    text: textOf(log.attributes["prompt"]),
    placeholder: REDACTED,
    toldLength: log.attributes["prompt_length"],
  };
  const prompt: Prompt = {
    ...originOf(log, { session }),
    kind: "prompt",
    promptId: null,
    ...promptText(sent),
    command: null,
    interactive: interactiveOf(log),
  };
  return [prompt, ...directoryOf(log, session)];
}

/** One HTTP attempt: a failed one is a failed call, a good one begins the call whose usage comes later. */
function readRequest(log: LogEntry, session: string): Sighting[] {
  const durationMs = countOf(log.attributes["duration_ms"]);
  const status = countOf(log.attributes["http.response.status_code"]);
  const origin = originOf(log, { session, durationMs });
  if (!hasFailed(log, status)) return [clue(origin, "request")];
  return [
    {
      ...callOf(log, origin),
      result: "failed",
      durationMs,
      status,
      retryable: isRetryable(status),
      ...spendLimitIn(status, [
        textOf(log.attributes["error.message"]),
        textOf(log.attributes["auth.error_code"]),
      ]),
    },
  ];
}

function hasFailed(log: LogEntry, status: number | null): boolean {
  const { attributes } = log;
  const refused = booleanOf(attributes["success"]) === false;
  return isErrorStatus(status) || textOf(attributes["error.message"]) !== null || refused;
}

/** Of the records `response.completed` only the one with tokens is a call; the rest of the stream are markers. */
function readUsage(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  if (attributes["event.kind"] !== "response.completed") return [];
  const input = countOf(attributes["input_token_count"]);
  const output = countOf(attributes["output_token_count"]);
  if (input === null && output === null) return [];
  const cacheRead = countOf(attributes["cached_token_count"]);
  const cacheCreation = countOf(attributes["cache_write_token_count"]);
  const call: ModelCall = {
    ...callOf(log, originOf(log, { session })),
    ...effortOf(attributes["model_reasoning_effort"]),
    ...reasoningOf(attributes["reasoning_token_count"]),
    firstTokenMs: countOf(attributes["ttft_ms"]),
    tokens: { input: remainder(input, [cacheRead, cacheCreation]), output, cacheRead, cacheCreation },
  };
  return [call];
}

function callOf(log: LogEntry, origin: Origin): ModelCall {
  return { ...untoldCall(origin), model: textOf(log.attributes["model"]) };
}

function readDecision(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const origin = originOf(log, { session });
  const name = textOf(attributes["tool_name"]) ?? "";
  const decision: Decision = {
    ...origin,
    kind: "decision",
    callId: textOf(attributes["call_id"]) ?? origin.id,
    verdict: verdictOf(comparableChoice(textOf(attributes["decision"]) ?? "")),
    by: comparableChoice(textOf(attributes["source"]) ?? "") === "user" ? "person" : "automatic",
    edits: isEditTool(name),
  };
  if (decision.verdict !== "interrupt") return [decision];
  return [decision, { ...originOf(log, { session, part: "interrupt" }), kind: "interrupt" }];
}

function verdictOf(decision: string): Decision["verdict"] {
  if (decision === "abort") return "interrupt";
  return decision === "denied" || decision === "timedout" ? "reject" : "accept";
}

function readTurnCost(log: LogEntry, session: string): Sighting[] {
  if (booleanOf(log.attributes["turn.interrupted"]) !== true) return [];
  return [{ ...originOf(log, { session }), kind: "interrupt" }];
}

/** Only the agent's files have such a record; its telemetry has a span. */
function readCompaction(log: LogEntry, session: string): Sighting[] {
  const asked = textOf(log.attributes["trigger"]);
  const trigger = asked === "manual" || asked === "automatic" ? asked : null;
  const durationMs = countOf(log.attributes["duration_ms"]);
  return [{ ...originOf(log, { session, durationMs }), kind: "compaction", trigger }];
}

/** False for `codex exec`; the terminal and the editors do not say. */
function interactiveOf(log: LogEntry): boolean | null {
  const name = textOf(log.attributes["originator"]) ?? textOf(log.resource["service.name"]);
  return name === HEADLESS || log.resource["service.name"] === HEADLESS ? false : null;
}
