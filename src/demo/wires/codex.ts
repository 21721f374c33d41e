/** Codex's telemetry as captured from 0.169.0: logs without a time of their own, numbers as text, markers of streams. */
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { createRandom, type Random } from "../work/random.ts";
import type { DemoRequest, DemoSession, Step, StepOf } from "../work/session.ts";
import {
  CODEX_ORIGINATOR,
  CODEX_RESOURCE,
  CODEX_VERSION,
  type CodexEvent,
  codexLogs,
  codexRecord,
} from "./codex-records.ts";
import { codexToolEvents } from "./codex-tools.ts";
import { TRAITS } from "../work/traits.ts";
import { metricsRequest, rustKeyValues, turnsOf } from "./values.ts";
import { nanoseconds } from "../../vocabulary/sending/otlp-values.ts";

const DELTA = 1;

/** What a session's process sends: logs after each turn, metrics at the end. */
export function codexRequests(session: DemoSession): DemoRequest[] {
  const teller = { session, random: createRandom(session.id), results: 0 };
  const logs = turnsOf(session).map((turn, index): DemoRequest => {
    const events = turn.flatMap((step) => eventsOf(step, teller));
    const started = index === 0 ? [startEvent(session), phaseEvent(session)] : [];
    const at = (turn.at(-1)?.at ?? session.endedAt) + SECOND;
    const records = [...started, ...events].map((event) => {
      const fine = teller.random.whole(0, 999_999);
      return codexRecord(event, { id: session.id, model: session.model, fine });
    });
    return { path: "/v1/logs", at, body: codexLogs(records) };
  });
  return [...logs, metricsOf(session)];
}

interface Teller {
  session: DemoSession;
  random: Random;
  /** Results of tools so far in the conversation. */
  results: number;
}

function eventsOf(step: Step, teller: Teller): CodexEvent[] {
  switch (step.kind) {
    case "prompt":
      return [promptEvent(step, teller.session)];
    case "call":
      return callEvents(step);
    case "failed_call":
      return [failedRequest(step)];
    case "tool":
      teller.results += 1;
      return codexToolEvents(step, { random: teller.random, result: teller.results });
    case "compaction":
    case "reset":
      // Codex reports neither; the one shows in the input's fall, the other in a new conversation.
      return [];
  }
}

function startEvent({ startedAt, person }: DemoSession): CodexEvent {
  const attributes = {
    provider_name: "OpenAI",
    reasoning_effort: "medium",
    reasoning_summary: "auto",
    context_window: TRAITS.codex.window,
    approval_policy: person.approves ? "on-request" : "never",
    sandbox_policy: "workspace-write",
    mcp_servers: "",
    "auth.env_openai_api_key_present": false,
  };
  return { name: "codex.conversation_starts", at: startedAt - 260, line: 703, attributes };
}

function phaseEvent({ startedAt }: DemoSession): CodexEvent {
  const attributes = {
    "startup.phase": "thread_start_create_thread",
    "startup.status": "ready",
    duration_ms: "86",
  };
  return { name: "codex.startup_phase", at: startedAt - 210, line: 377, attributes };
}

function promptEvent({ at, text }: StepOf<"prompt">, { person }: DemoSession): CodexEvent {
  const attributes = { prompt_length: String(text.length), prompt: person.sendsText ? text : "[REDACTED]" };
  return { name: "codex.user_prompt", at, line: 1200, attributes };
}

/** The request's own duration ends with the headers; the usage comes in the second of two records of one kind. */
function callEvents(step: StepOf<"call">): CodexEvent[] {
  const headersMs = Math.min(step.firstTokenMs, 280);
  const answeredAt = step.startedAt + headersMs;
  const marker = (kind: string, at: Instant): CodexEvent => ({
    name: "codex.sse_event",
    at,
    line: 1089,
    attributes: { "event.kind": kind, duration_ms: "0" },
  });
  return [
    requestEvent({ durationMs: headersMs, at: answeredAt, status: 200, attempt: 0 }),
    marker("response.created", answeredAt + 1),
    marker("response.completed", step.at - 1),
    usageEvent(step),
  ];
}

function usageEvent({ at, firstTokenMs, tokens }: StepOf<"call">): CodexEvent {
  const input = tokens.fresh + tokens.cached;
  const attributes = {
    "event.kind": "response.completed",
    input_token_count: String(input),
    output_token_count: String(tokens.output),
    cached_token_count: tokens.cached,
    cache_write_token_count: 0,
    reasoning_token_count: tokens.reasoning,
    tool_token_count: String(input + tokens.output),
    ttft_ms: firstTokenMs,
  };
  return { name: "codex.sse_event", at, line: 1153, attributes };
}

/** Attempts count from 0 for a server's error, and stay 0 where the rate limit is obeyed a level higher. */
function failedRequest({ startedAt, at, status, attempt }: StepOf<"failed_call">): CodexEvent {
  return requestEvent({ durationMs: at - startedAt, at, status, attempt: status === 429 ? 0 : attempt - 1 });
}

function requestEvent(request: {
  durationMs: Milliseconds;
  at: Instant;
  status: number;
  attempt: number;
}): CodexEvent {
  const attributes = {
    duration_ms: String(request.durationMs),
    "http.response.status_code": request.status,
    "error.message": request.status === 200 ? undefined : `http ${request.status}`,
    attempt: request.attempt,
    "auth.header_attached": true,
    "auth.header_name": "authorization",
    "auth.retry_after_unauthorized": false,
    endpoint: "/responses",
  };
  return { name: "codex.api_request", at: request.at, line: 803, attributes };
}

/** Increases since the export before, without a conversation. */
function metricsOf(session: DemoSession): DemoRequest {
  const tools = session.steps.filter((step) => step.kind === "tool").length;
  const attributes = {
    "app.version": CODEX_VERSION,
    model: session.model,
    originator: CODEX_ORIGINATOR,
    session_source: "cli",
  };
  const counter = (name: string, value: number) => ({
    name,
    sum: {
      aggregationTemporality: DELTA,
      isMonotonic: true,
      dataPoints: [
        {
          attributes: rustKeyValues(attributes),
          startTimeUnixNano: nanoseconds(session.startedAt),
          timeUnixNano: nanoseconds(session.endedAt),
          asInt: value,
        },
      ],
    },
  });
  const counters = [counter("codex.thread.started", 1), counter("codex.tool.call", tools)];
  const scope = { name: "codex", version: "" };
  return metricsRequest(counters, {
    resource: rustKeyValues({ ...CODEX_RESOURCE, "host.name": undefined }),
    scope,
    at: session.endedAt + 2 * SECOND,
  });
}
