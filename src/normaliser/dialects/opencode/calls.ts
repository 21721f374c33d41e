/** opencode's model calls and tool calls, each reported by two spans. */
import { derivedId } from "../../../vocabulary/hash.ts";
import type { FileEdit, ModelCall, ToolCall } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { Attributes, PlainValue, SpanEntry } from "../../records/record.ts";
import type { Sighting } from "../../sightings/sighting.ts";
import { countOf, numberOf, textOf } from "../../records/unwrap.ts";
import { filesOfPatch } from "../codex/patch.ts";
import { saidByUser, systemText } from "../messages.ts";
import { mcpServerOf } from "../mcp-server.ts";
import { isRetryable, spendLimitIn, statusIn } from "../model-errors.ts";
import { clue, remainder } from "../sightings.ts";
import { untoldCall } from "../untold-call.ts";
import {
  commandIn,
  isEditTool,
  isShellTool,
  lastLines,
  member,
  parseJson,
  pathIn,
  stringsIn,
} from "../tool-arguments.ts";

const ERROR = 2;
const TITLE_PROMPT = "You are a title generator";
const ABORTED = /\babort/i;
/** A rule that forbids a call has another message. */
const REFUSED = /^The user rejected permission/;
const QUOTED = /^"([^]*)"$/;

/** Reads `ai.streamText.doStream`, one model call; `ai.streamText` around it repeats it. */
export function readCall(span: SpanEntry, session: string | null): Sighting[] {
  const { attributes } = span;
  const messages = parseJson(attributes["ai.prompt.messages"]);
  const helper = systemText(messages)?.startsWith(TITLE_PROMPT) ?? false;
  const aborted = span.status === ERROR && ABORTED.test(span.statusMessage);
  const failed = span.status === ERROR;
  const call: ModelCall = {
    ...untoldCall(originOf(span, { session })),
    result: aborted ? "unknown" : failed ? "failed" : "succeeded",
    ...(failed && !aborted ? failureOf(span.statusMessage) : {}),
    model: textOf(attributes["gen_ai.response.model"]) ?? textOf(attributes["gen_ai.request.model"]),
    durationMs: span.at - span.startedAt,
    firstTokenMs: roundedOf(attributes["ai.response.msToFirstChunk"]),
    tokens: tokensOf(attributes),
    helper,
    foreground: !helper,
  };
  const said = saidByUser(messages);
  const facts = {
    parent: span.parentSpanId,
    helper,
    prompt: personsWords(said.last),
    said: said.messages,
    unanswered: said.unanswered.length === 0 ? null : JSON.stringify(said.unanswered.map(personsWords)),
  };
  return [
    call,
    clue(originOf(span, { session, part: "link" }), "call", facts),
    ...interruptOf(span, session),
  ];
}

/** The agent sends no status; its library's message may name one. */
function failureOf(message: string): Partial<ModelCall> {
  const status = statusIn(message);
  const retryable = status === null ? null : isRetryable(status);
  return { status, retryable, ...spendLimitIn(status, [message]) };
}

/** Reads `Tool.execute`: whether the tool worked. */
export function readToolExecution(span: SpanEntry, session: string | null): Sighting[] {
  const name = textOf(span.attributes["tool.name"]) ?? "";
  const call = toolCall(span, session, { name, callId: textOf(span.attributes["tool.call_id"]) });
  return [call, ...refusalOf(call), ...interruptOf(span, session)];
}

/** An approval leaves no trace that a rule would not leave as well. */
function refusalOf({ callId, edits, rejected, ...call }: ToolCall): Sighting[] {
  if (!rejected) return [];
  const { startedAt, at, place, traceId, spanId, process } = call;
  const id = derivedId(call.id, "decision");
  const origin = { id, startedAt, at, place, traceId, ...(spanId === undefined ? {} : { spanId }), process };
  return [{ ...origin, kind: "decision", callId, verdict: "reject", by: "person", edits }];
}

/** Reads `ai.toolCall`: the same call once more, with arguments and result. */
export function readToolCall(span: SpanEntry, session: string | null): Sighting[] {
  const { attributes } = span;
  const name = textOf(attributes["ai.toolCall.name"]) ?? "";
  const given = parseJson(attributes["ai.toolCall.args"]);
  const result = parseJson(attributes["ai.toolCall.result"]);
  const metadata = member(result, "metadata");
  const shell = isShellTool(name);
  return [
    {
      ...toolCall(span, session, { name, callId: textOf(attributes["ai.toolCall.id"]) }),
      exitCode: shell ? countOf(member(metadata, "exit")) : null,
      command: shell ? commandIn(given) : null,
      files: isEditTool(name) ? filesOf(name, given, metadata) : [],
      arguments: stringsIn(given),
      outputTail: shell ? lastLines(textOf(member(result, "output"))) : null,
    },
  ];
}

function toolCall(
  span: SpanEntry,
  session: string | null,
  call: { name: string; callId: string | null },
): ToolCall {
  const origin = originOf(span, { session });
  const edits = isEditTool(call.name);
  const rejected = span.status === ERROR && REFUSED.test(span.statusMessage);
  return {
    ...origin,
    kind: "tool_call",
    callId: call.callId ?? origin.id,
    name: call.name,
    ...mcpServerOf(call.name),
    ok: rejected ? null : span.status !== ERROR,
    rejected,
    exitCode: null,
    durationMs: span.at - span.startedAt,
    command: null,
    edits,
    files: edits ? [{ path: null, added: null, removed: null }] : [],
    arguments: [],
    outputTail: null,
    commits: 0,
    pullRequests: 0,
  };
}

/** A patch names its files itself, an edit in its result; a written file counts as added lines. */
function filesOf(name: string, given: PlainValue, metadata: PlainValue): FileEdit[] {
  const patched = stringsIn(given).flatMap(filesOfPatch);
  if (patched.length > 0) return patched;
  const difference = member(metadata, "filediff");
  const added = countOf(member(difference, "additions"));
  const removed = countOf(member(difference, "deletions"));
  const content = textOf(member(given, "content"));
  const written = name === "write" && added === null && content !== null;
  return [
    { path: pathIn(given), added: written ? lineCount(content) : added, removed: written ? 0 : removed },
  ];
}

function lineCount(content: string): number {
  return content.replace(/\n$/, "").split("\n").length;
}

function tokensOf(attributes: Attributes): ModelCall["tokens"] {
  const input =
    countOf(attributes["gen_ai.usage.input_tokens"]) ?? countOf(attributes["ai.usage.inputTokens"]);
  const cacheRead =
    countOf(attributes["ai.usage.cachedInputTokens"]) ??
    countOf(attributes["ai.usage.inputTokenDetails.cacheReadTokens"]);
  const cacheCreation = countOf(attributes["ai.usage.inputTokenDetails.cacheWriteTokens"]);
  const uncached = countOf(attributes["ai.usage.inputTokenDetails.noCacheTokens"]);
  return {
    input: uncached ?? remainder(input, [cacheRead, cacheCreation]),
    output: countOf(attributes["gen_ai.usage.output_tokens"]) ?? countOf(attributes["ai.usage.outputTokens"]),
    cacheRead,
    cacheCreation,
  };
}

/** The person's words come first, files and reminders behind them; `opencode run` puts quotes around them. */
function personsWords([text]: readonly string[]): string | null {
  return text === undefined ? null : (QUOTED.exec(text)?.[1] ?? text);
}

function interruptOf(span: SpanEntry, session: string | null): Sighting[] {
  if (span.status !== ERROR || !ABORTED.test(span.statusMessage)) return [];
  return [{ ...originOf(span, { session, part: "interrupt" }), kind: "interrupt" }];
}

function roundedOf(value: PlainValue | undefined): number | null {
  const number = numberOf(value);
  return number === null ? null : Math.round(number);
}
