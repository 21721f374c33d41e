/** Model calls and tool calls out of GenAI spans, in every spelling the conventions had. */
import type { ModelCall, TokenUsage, ToolCall } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { Attributes, SpanEntry } from "../../records/record.ts";
import { countOf, textOf } from "../../records/unwrap.ts";
import type { Traits } from "./traits.ts";
import { linesGiven } from "../edited-lines.ts";
import { mcpServerOf } from "../mcp-server.ts";
import { reasoningOf } from "../untold-call.ts";
import { isRetryable, spendLimitIn, statusIn } from "../model-errors.ts";
import { remainder } from "../sightings.ts";
import {
  commandIn,
  isEditTool,
  isShellTool,
  lastLines,
  parseJson,
  pathIn,
  stringsIn,
} from "../tool-arguments.ts";

const ERROR = 2;

/** Reads the span of one model call, or of one attempt when it failed. */
export function readCall(span: SpanEntry, session: string | null, traits: Traits): ModelCall {
  const { attributes } = span;
  const failed = isFailed(span);
  const status = failed ? (statusOf(attributes) ?? statusInAny(textsOf(span))) : null;
  return {
    ...originOf(span, { session }),
    kind: "model_call",
    result: failed ? "failed" : traits.isUntold?.(span) === true ? "unknown" : "succeeded",
    model: textOf(attributes["gen_ai.response.model"]) ?? textOf(attributes["gen_ai.request.model"]),
    durationMs: span.at - span.startedAt,
    firstTokenMs: traits.firstTokenOf(span),
    tokens: tokensOf(attributes),
    ...reasoningOf(attributes["gen_ai.usage.reasoning.output_tokens"]),
    reportedCost: traits.costOf(span),
    status,
    retryable: status === null ? null : isRetryable(status),
    ...(failed ? spendLimitIn(status, textsOf(span)) : {}),
    helper: false,
    foreground: true,
  };
}

/** Reads the span of one tool call; a command that returns something other than 0 is no error of the tool. */
export function readTool(span: SpanEntry, session: string | null, traits: Traits): ToolCall {
  const { attributes } = span;
  const origin = originOf(span, { session });
  const name = textOf(attributes["gen_ai.tool.name"]) ?? span.name.split(" ")[1] ?? "";
  const given = parseJson(attributes["gen_ai.tool.call.arguments"]);
  const shell = isShellTool(name);
  const exitCode = traits.exitCodeOf(span);
  const result = attributes["gen_ai.tool.call.result"];
  return {
    ...origin,
    kind: "tool_call",
    callId: first(attributes, ["gen_ai.tool.call.id", "gen_ai.tool.call_id"], textOf) ?? origin.id,
    name,
    ...mcpServerOf(name),
    ok: exitCode !== null || !isFailed(span),
    rejected: false,
    exitCode,
    durationMs: span.at - span.startedAt,
    command: shell ? commandIn(given) : null,
    edits: isEditTool(name),
    files: isEditTool(name) ? [{ path: pathIn(given), ...linesGiven(given) }] : [],
    arguments: stringsIn(given),
    outputTail: shell
      ? lastLines(traits.outputOf === undefined ? textOf(result) : traits.outputOf(span))
      : null,
    commits: 0,
    pullRequests: 0,
  };
}

function isFailed({ status, attributes }: SpanEntry): boolean {
  return status === ERROR || textOf(attributes["error.type"]) !== null;
}

/** Input tokens hold what was read from and written to a cache; output tokens hold the reasoning. */
function tokensOf(attributes: Attributes): TokenUsage {
  const input = first(attributes, ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"], countOf);
  const output = first(attributes, ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"], countOf);
  const cacheRead = first(
    attributes,
    ["gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens"],
    countOf,
  );
  const cacheCreation = first(
    attributes,
    [
      "gen_ai.usage.cache_creation.input_tokens",
      "gen_ai.usage.cache_write.input_tokens",
      "gen_ai.usage.cache_creation_input_tokens",
    ],
    countOf,
  );
  return { input: remainder(input, [cacheRead, cacheCreation]), output, cacheRead, cacheCreation };
}

/** What the span says of its error. */
function textsOf({ attributes, events, statusMessage }: SpanEntry): (string | null)[] {
  const thrown = events.map((event) => textOf(event.attributes["exception.message"]));
  return [textOf(attributes["error.type"]), textOf(attributes["error.message"]), statusMessage, ...thrown];
}

function statusInAny(texts: readonly (string | null)[]): number | null {
  return texts.reduce<number | null>((found, text) => found ?? statusIn(text ?? ""), null);
}

/** The HTTP status, where there is one; `error.type` may be the status as text. */
function statusOf(attributes: Attributes): number | null {
  return first(attributes, ["http.response.status_code", "error.type"], countOf);
}

function first<Value>(
  attributes: Attributes,
  keys: readonly string[],
  read: (value: Attributes[string] | undefined) => Value | null,
): Value | null {
  for (const key of keys) {
    const value = read(attributes[key]);
    if (value !== null) return value;
  }
  return null;
}
