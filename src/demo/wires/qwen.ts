/** Qwen Code's telemetry as captured from 0.24.4: Gemini's log events under its own names, and spans of model requests. */
import { type Instant, SECOND } from "../../vocabulary/units.ts";
import { createRandom, type Random } from "../work/random.ts";
import type { DemoRequest, DemoSession, Step, StepOf } from "../work/session.ts";
import { type ModelRequest, qwenSpans } from "./qwen-spans.ts";
import { type FamilyEvent, qwenToolEvents } from "./gemini-tools.ts";
import { logsRequest, timestamp, tracesRequest, turnsOf } from "./values.ts";
import { keyValues, nanoseconds, type WireAttributes } from "../../vocabulary/sending/otlp-values.ts";

const SCOPE = { name: "qwen-code" };
const AUTH = "openai";
const RESOURCE = keyValues({ "service.name": "qwen-code", "service.version": "0.24.4" });

/** What a session's process sends: logs and spans after each turn. */
export function qwenRequests(session: DemoSession): DemoRequest[] {
  const random = createRandom(session.id);
  const turns = turnsOf(session);
  return turns.flatMap((turn, index) => {
    const promptId = `${session.id}########${index}`;
    const teller = { session, random, promptId, traceId: random.hex(32), requests: [], failed: [] };
    const started = index === 0 ? startEvents(session) : [];
    const ended = index === turns.length - 1 ? [sessionEvent("session.end", session.endedAt)] : [];
    const events = [...started, ...turn.flatMap((step) => eventsOf(step, teller)), ...ended];
    const records = events.map((event) => recordOf(event, session));
    const at = (turn.at(-1)?.at ?? session.endedAt) + SECOND;
    return [logsRequest(records, { resource: RESOURCE, scope: SCOPE, at }), ...spansOf(teller, at)];
  });
}

interface Teller {
  session: DemoSession;
  random: Random;
  promptId: string;
  traceId: string;
  /** Model requests of the turn so far. */
  requests: ModelRequest[];
  /** Attempts of the request that is under way. */
  failed: StepOf<"failed_call">[];
}

function spansOf(teller: Teller, at: Instant): DemoRequest[] {
  if (teller.requests.length === 0) return [];
  return [tracesRequest(qwenSpans(teller.requests, teller), { resource: RESOURCE, at })];
}

/** What a turn's records of model requests are in. */
interface Standing extends FamilyEvent {
  traceId?: string;
  spanId?: string;
}

function recordOf({ name, at, body, attributes, traceId, spanId }: Standing, { id }: DemoSession): object {
  return {
    timeUnixNano: nanoseconds(at),
    observedTimeUnixNano: nanoseconds(at),
    body: { stringValue: body },
    attributes: keyValues({
      "session.id": id,
      "event.name": name,
      "event.timestamp": timestamp(at),
      ...attributes,
    }),
    droppedAttributesCount: 0,
    ...(traceId === undefined ? {} : { flags: 1, traceId, spanId }),
  };
}

function eventsOf(step: Step, teller: Teller): Standing[] {
  switch (step.kind) {
    case "prompt":
      return [promptEvent(step, teller)];
    case "call":
      return callEvents(step, teller);
    case "failed_call":
      return failedEvents(step, teller);
    case "tool":
      return qwenToolEvents(step, { promptId: teller.promptId, callId: `call_${teller.random.hex(24)}` });
    case "compaction":
      return compactionEvents(step);
    case "reset":
      return [commandEvent("clear", step.at)];
  }
}

function startEvents({ model, person, startedAt }: DemoSession): FamilyEvent[] {
  const config = {
    model,
    sandbox_enabled: false,
    approval_mode: person.approves ? "default" : "yolo",
    debug_mode: false,
    mcp_servers: "",
    mcp_servers_count: 0,
    hooks: null,
    output_format: "text",
  };
  return [
    sessionEvent("session.start", startedAt - 900),
    { name: "qwen-code.config", at: startedAt - 200, body: "CLI configuration loaded.", attributes: config },
  ];
}

function sessionEvent(name: "session.start" | "session.end", at: Instant): FamilyEvent {
  return { name, at, body: name === "session.start" ? "Session started." : "Session ended.", attributes: {} };
}

function promptEvent({ at, text }: StepOf<"prompt">, { session, promptId }: Teller): FamilyEvent {
  const attributes = {
    prompt_length: text.length,
    prompt_id: promptId,
    auth_type: AUTH,
    prompt: session.person.sendsText ? text : undefined,
  };
  return {
    name: "qwen-code.user_prompt",
    at,
    body: `User prompt. Length: ${text.length}.`,
    attributes,
  };
}

function callEvents(step: StepOf<"call">, teller: Teller): Standing[] {
  const { model } = teller.session;
  const request = requestOf(teller, { startedAt: step.startedAt, at: step.at, call: step });
  const standing = { traceId: teller.traceId, spanId: request.spanId };
  const asked = { model, prompt_id: teller.promptId, subagent_name: null };
  return [
    {
      name: "qwen-code.api_request",
      at: step.startedAt,
      body: `API request to ${model}.`,
      attributes: asked,
      ...standing,
    },
    {
      name: "qwen-code.api_response",
      at: step.at,
      body: `API response from ${model}. Status: 200.`,
      attributes: { ...asked, ...responseOf(step, teller) },
      ...standing,
    },
  ];
}

/** Reasoning is part of the output, as OpenAI counts it. */
function responseOf(
  { startedAt, at, firstTokenMs, tokens }: StepOf<"call">,
  { random }: Teller,
): WireAttributes {
  const input = tokens.fresh + tokens.cached;
  return {
    response_id: `chatcmpl-${random.hex(24)}`,
    status_code: 200,
    duration_ms: at - startedAt,
    input_token_count: input,
    output_token_count: tokens.output,
    cached_content_token_count: tokens.cached,
    thoughts_token_count: tokens.reasoning,
    total_token_count: input + tokens.output,
    auth_type: AUTH,
    ttft_ms: firstTokenMs,
    "http.status_code": 200,
  };
}

/** Attempts that were repeated leave a span and no event; only giving up is an event. */
function failedEvents(step: StepOf<"failed_call">, teller: Teller): Standing[] {
  teller.failed.push(step);
  if (!step.final) return [];
  const { model } = teller.session;
  const startedAt = teller.failed[0]?.startedAt ?? step.startedAt;
  const request = requestOf(teller, { startedAt, at: step.at, call: null });
  const message = `${step.status} The model is busy, try again.`;
  const attributes = {
    model,
    prompt_id: teller.promptId,
    duration_ms: step.at - startedAt,
    "error.message": message,
    error_message: message,
    "error.type": "RateLimitError",
    status_code: step.status,
    "http.status_code": step.status,
    model_name: model,
    auth_type: AUTH,
  };
  const standing = { traceId: teller.traceId, spanId: request.spanId };
  return [
    {
      name: "qwen-code.api_error",
      at: step.at,
      body: `API error for ${model}.`,
      attributes,
      ...standing,
    },
  ];
}

/** Closes the request under way: its failed attempts, and what it came to. */
function requestOf(teller: Teller, part: Pick<ModelRequest, "startedAt" | "at" | "call">): ModelRequest {
  const [first] = teller.failed;
  const request: ModelRequest = {
    ...part,
    startedAt: first?.startedAt ?? part.startedAt,
    spanId: teller.random.hex(16),
    failed: teller.failed,
  };
  teller.requests.push(request);
  teller.failed = [];
  return request;
}

function compactionEvents({ at, byPerson, before, after }: StepOf<"compaction">): FamilyEvent[] {
  const attributes = { tokens_before: before, tokens_after: after };
  const compression = { name: "qwen-code.chat_compression", at, body: "Chat compression.", attributes };
  return byPerson ? [commandEvent("compress", at - 3 * SECOND), compression] : [compression];
}

function commandEvent(command: string, at: Instant): FamilyEvent {
  const attributes = { command, subcommand: null, status: "success" };
  return { name: "qwen-code.slash_command", at, body: `Slash command: ${command}.`, attributes };
}
