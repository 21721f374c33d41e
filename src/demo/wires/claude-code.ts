/** Claude Code's telemetry: log events with text for numbers, and delta metrics. Built from its documentation. */
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { claudeMetrics } from "./claude-code-metrics.ts";
import { createRandom, type Random } from "../work/random.ts";
import type { DemoRequest, DemoSession, Step, StepOf } from "../work/session.ts";
import {
  CLAUDE_CODE_RESOURCE,
  CLAUDE_CODE_VERSION,
  type ClaudeEvent,
  claudeCodeLogs,
  claudeCodeRecord,
} from "./claude-code-records.ts";
import { claudeToolEvents } from "./claude-code-tools.ts";
import { metricsRequest, turnsOf } from "./values.ts";
import { keyValues, type WireAttributes } from "../../vocabulary/sending/otlp-values.ts";

const LOGS_AFTER: Milliseconds = 5_000;
const METRICS_AFTER: Milliseconds = MINUTE;
const ATTEMPTS = 11;
/** USD for a million tokens: input, output, cache read, cache write. Only to look right; nothing is paid. */
const PRICE = { input: 3, output: 15, cacheRead: 0.3, cacheCreation: 3.75 } as const;
/** What is left outside the cache of input that is new. */
const UNCACHED = 3;

/** What a session's process sends, turn by turn. */
export function claudeCodeRequests(session: DemoSession): DemoRequest[] {
  const random = createRandom(session.id);
  const teller = {
    session,
    random,
    standard: standardOf(session),
    sequence: session.earlierInProcess * 1_000,
  };
  return turnsOf(session).flatMap((turn, index) => {
    const at = turn.at(-1)?.at ?? session.endedAt;
    const logs = claudeCodeLogs(recordsOf(turn, teller));
    const metrics = claudeMetrics(turn, { session, isFirst: index === 0, standard: teller.standard });
    const origin = { resource: RESOURCE, scope: METRICS_SCOPE, at: at + METRICS_AFTER };
    return [
      { path: "/v1/logs", at: at + LOGS_AFTER, body: logs },
      // a turn in which every call failed counts nothing, and nothing is sent of that
      ...(metrics.length === 0 ? [] : [metricsRequest(metrics, origin)]),
    ];
  });
}

const RESOURCE = keyValues(CLAUDE_CODE_RESOURCE);
const METRICS_SCOPE = { name: "com.anthropic.claude_code", version: CLAUDE_CODE_VERSION };

function standardOf({ id, person }: DemoSession): WireAttributes {
  const installation = createRandom(person.email);
  return {
    "user.id": installation.hex(64),
    "session.id": id,
    "organization.id": "6f1e2d3c-0000-4000-8000-00000000d3d0",
    "user.email": person.email,
    "user.account_uuid": installation.uuid(),
    "terminal.type": "xterm-256color",
    "app.entrypoint": "cli",
  };
}

interface Teller {
  session: DemoSession;
  random: Random;
  standard: WireAttributes;
  /** Counts on through a process; it skips what a session before a reset may have taken. */
  sequence: number;
}

function recordsOf(turn: readonly Step[], teller: Teller): object[] {
  const promptId = teller.random.uuid();
  return turn.flatMap((step) => eventsOf(step, teller)).map((event) => recordOf(event, promptId, teller));
}

function recordOf({ name, at, attributes }: ClaudeEvent, promptId: string, teller: Teller): object {
  const numbered = { "event.sequence": teller.sequence, "prompt.id": promptId, ...attributes };
  teller.sequence += 1;
  return claudeCodeRecord({ name, at, attributes: numbered }, teller.standard);
}

function eventsOf(step: Step, teller: Teller): ClaudeEvent[] {
  switch (step.kind) {
    case "prompt":
      return [promptEvent(step.text, step.at, teller)];
    case "call":
      return [requestEvent(step, teller)];
    case "failed_call":
      return step.final ? errorEvents(step, teller) : [];
    case "tool":
      return claudeToolEvents(step, teller.random);
    case "compaction":
      return compactionEvents(step, teller);
    case "reset":
      return [commandEvent("clear", step.at, teller)];
  }
}

/** The text comes twice, as `prompt` and as `prompt_text`. */
function promptEvent(text: string, at: Instant, { session, random }: Teller): ClaudeEvent {
  const shown = session.person.sendsText ? text : "<REDACTED>";
  const attributes = {
    prompt_length: String(text.length),
    prompt: shown,
    prompt_text: shown,
    "message.uuid": random.uuid(),
  };
  return { name: "user_prompt", at, attributes };
}

function commandEvent(command: string, at: Instant, teller: Teller): ClaudeEvent {
  const event = promptEvent(`/${command}`, at, teller);
  return { ...event, attributes: { ...event.attributes, command_name: command, command_source: "builtin" } };
}

function requestEvent(step: StepOf<"call">, { session, random }: Teller): ClaudeEvent {
  const { tokens } = step;
  const input = Math.min(UNCACHED, tokens.fresh);
  const cacheCreation = tokens.fresh - input;
  const micros = Math.round(
    input * PRICE.input +
      tokens.output * PRICE.output +
      tokens.cached * PRICE.cacheRead +
      cacheCreation * PRICE.cacheCreation,
  );
  const attributes = {
    model: session.model,
    input_tokens: input,
    output_tokens: tokens.output,
    cache_read_tokens: tokens.cached,
    cache_creation_tokens: cacheCreation,
    cost_usd: micros / 1_000_000,
    cost_usd_micros: micros,
    duration_ms: step.at - step.startedAt,
    ttft_ms: step.firstTokenMs,
    request_id: `req_${random.hex(24)}`,
    client_request_id: random.uuid(),
    speed: "normal",
    query_source: "repl_main_thread",
  };
  return { name: "api_request", at: step.at, attributes };
}

/** Only the last failure is reported, with the number of attempts. */
function errorEvents(step: StepOf<"failed_call">, { session }: Teller): ClaudeEvent[] {
  const { model } = session;
  const error = step.status === 429 ? "429 rate_limit_error" : `${step.status} overloaded_error`;
  const duration = step.at - step.startedAt;
  const failed = {
    model,
    error,
    status_code: step.status,
    duration_ms: duration,
    attempt: ATTEMPTS,
    speed: "normal",
  };
  const exhausted = {
    model,
    error,
    status_code: step.status,
    total_attempts: ATTEMPTS,
    total_retry_duration_ms: duration * ATTEMPTS,
    speed: "normal",
  };
  return [
    { name: "api_error", at: step.at, attributes: { ...failed, query_source: "repl_main_thread" } },
    { name: "api_retries_exhausted", at: step.at, attributes: exhausted },
  ];
}

function compactionEvents(step: StepOf<"compaction">, teller: Teller): ClaudeEvent[] {
  const durationMs = 12_000;
  const attributes = {
    trigger: step.byPerson ? "manual" : "auto",
    success: "true",
    duration_ms: durationMs,
    pre_tokens: step.before,
    post_tokens: step.after,
  };
  const compaction = { name: "compaction", at: step.at, attributes };
  return step.byPerson ? [commandEvent("compact", step.at - durationMs, teller), compaction] : [compaction];
}
