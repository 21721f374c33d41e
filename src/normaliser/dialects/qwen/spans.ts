/** The spans that Qwen's logs do not repeat: HTTP requests that failed, and the size of the context window. */
import { originOf } from "../../records/origin.ts";
import type { SpanEntry } from "../../records/record.ts";
import type { Reading, Sighting } from "../../sightings/sighting.ts";
import { countOf, textOf } from "../../records/unwrap.ts";
import { callerOf } from "../gemini/callers.ts";
import { familySession } from "../gemini/family.ts";
import { clue, reading } from "../sightings.ts";
import { member } from "../tool-arguments.ts";

const HTTP_SCOPE = "@opentelemetry/instrumentation-";

/** Reads a span; null for all but POSTs and model requests. */
export function readQwenSpan(span: SpanEntry): Reading | null {
  if (span.name === "qwen-code.llm_request") return readModelRequest(span);
  const isPost = span.name === "POST" && span.scope.name.startsWith(HTTP_SCOPE);
  return isPost ? readPost(span) : null;
}

/** Retries inside Qwen's HTTP client leave no other trace than these spans. */
function readPost(span: SpanEntry): Reading | null {
  const status = countOf(span.attributes["http.response.status_code"]);
  if (status === null) return null;
  const session = familySession(span);
  return reading(span, session, [
    clue(originOf(span, { session }), "post", { status, parent: span.parentSpanId }),
  ]);
}

function readModelRequest(span: SpanEntry): Reading {
  const session = familySession(span);
  const origin = originOf(span, { session });
  const { attributes } = span;
  const facts = {
    span: span.spanId,
    model: textOf(attributes["gen_ai.request.model"]),
    caller: callerOf(attributes, session ?? ""),
  };
  const sightings: Sighting[] = [clue(origin, "model_request", facts)];
  const tokens = countOf(member(attributes["qwen-code.context.usage"], "window_size_tokens"));
  if (tokens !== null) {
    sightings.push({ ...originOf(span, { session, part: "window" }), kind: "context_window", tokens });
  }
  return reading(span, session, sightings);
}
