/** Qwen Code's spans: one for each model request, which reports the context's size, and one for each HTTP attempt. */
import type { Instant } from "../../vocabulary/units.ts";
import type { Random } from "../work/random.ts";
import type { DemoSession, StepOf } from "../work/session.ts";
import { TRAITS } from "../work/traits.ts";
import { keyValues, nanoseconds, type WireAttributes } from "../../vocabulary/sending/otlp-values.ts";

/** One model request with its attempts. */
export interface ModelRequest {
  spanId: string;
  startedAt: Instant;
  at: Instant;
  /** The attempt that worked; null when none did. */
  call: StepOf<"call"> | null;
  failed: readonly StepOf<"failed_call">[];
}

interface Teller {
  session: DemoSession;
  random: Random;
  promptId: string;
  traceId: string;
}

const SERVER_ADDRESS = "dashscope.example.com";
const INTERNAL = 1;
const CLIENT = 3;
const UNSET = 0;
const ERROR = 2;

/** The spans of one turn by scope: requests in the agent's own, attempts in the one of its HTTP client. */
export function qwenSpans(requests: readonly ModelRequest[], teller: Teller): object[] {
  const posts = requests.flatMap((request) => postsOf(request, teller));
  return [
    {
      scope: { name: "qwen-code", version: "1.0.0" },
      spans: requests.map((request) => requestSpan(request, teller)),
    },
    { scope: { name: "@opentelemetry/instrumentation-undici", version: "0.31.0" }, spans: posts },
  ];
}

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startedAt: Instant;
  at: Instant;
  failed: boolean;
  attributes: WireAttributes;
}

function spanOf({ startedAt, at, failed, attributes, ...span }: WireSpan): object {
  return {
    ...span,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(at),
    attributes: keyValues(attributes),
    droppedAttributesCount: 0,
    events: [],
    droppedEventsCount: 0,
    status: { code: failed ? ERROR : UNSET },
    links: [],
    droppedLinksCount: 0,
    flags: 257,
  };
}

function requestSpan(request: ModelRequest, { session, promptId, traceId }: Teller): object {
  const { spanId, startedAt, at, call } = request;
  return spanOf({
    traceId,
    spanId,
    name: "qwen-code.llm_request",
    kind: INTERNAL,
    startedAt,
    at,
    failed: call === null,
    attributes: {
      "session.id": session.id,
      "gen_ai.conversation.id": session.id,
      "qwen-code.prompt_id": promptId,
      "llm_request.context": "interaction",
      "gen_ai.request.model": session.model,
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "qwen-code.context.usage": JSON.stringify({ version: 1, window_size_tokens: TRAITS.qwen.window }),
      duration_ms: at - startedAt,
      // Retries inside the HTTP client are not counted here.
      attempt: 1,
      retry_total_delay_ms: 0,
      success: call !== null,
      ...(call === null ? {} : usageOf(call)),
    },
  });
}

function usageOf({ firstTokenMs, tokens }: StepOf<"call">): WireAttributes {
  return {
    "gen_ai.response.time_to_first_chunk": firstTokenMs / 1_000,
    "gen_ai.usage.input_tokens": tokens.fresh + tokens.cached,
    "gen_ai.usage.output_tokens": tokens.output,
    "gen_ai.usage.cache_read.input_tokens": tokens.cached,
    ttft_ms: firstTokenMs,
    thoughts_token_count: tokens.reasoning,
  };
}

function postsOf(request: ModelRequest, teller: Teller): object[] {
  const attempts = request.failed.map(({ startedAt, at, status }) => ({ startedAt, at, status }));
  if (request.call !== null) attempts.push({ ...request.call, status: 200 });
  return attempts.map(({ startedAt, at, status }) =>
    spanOf({
      traceId: teller.traceId,
      spanId: teller.random.hex(16),
      parentSpanId: request.spanId,
      name: "POST",
      kind: CLIENT,
      startedAt,
      at,
      failed: status !== 200,
      attributes: {
        "http.request.method": "POST",
        "url.path": "/v1/chat/completions",
        "server.address": SERVER_ADDRESS,
        "server.port": 443,
        "session.id": teller.session.id,
        "http.response.status_code": status,
      },
    }),
  );
}
