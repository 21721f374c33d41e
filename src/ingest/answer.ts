/** The answers of the OTLP endpoints: an export response, or a google.rpc.Status, always as JSON. */
import type { Signal } from "../vocabulary/otlp.ts";
import type { Bytes, Seconds } from "../vocabulary/units.ts";
import type { MostValues } from "./reading/count-values.ts";
import type { Findings, Violation } from "./walk/findings.ts";

/** What came of a request, and what the answer must say about it. */
export type Verdict =
  | { kind: "accepted"; endpoint: Signal; findings: Findings }
  | { kind: "malformed"; violation: Violation }
  | { kind: "no_caller"; why: "missing" | "invalid" | "revoked" }
  | { kind: "no_such_path" }
  | { kind: "wrong_method" }
  | { kind: "too_large"; limitBytes: Bytes }
  | { kind: "too_many_items"; mostItems: number; most: MostValues; mostNames: number }
  | { kind: "unpackable" }
  | { kind: "too_deep"; deepest: number }
  | { kind: "too_slow" }
  | { kind: "no_room" }
  | { kind: "not_json_type" }
  | { kind: "unknown_encoding" }
  | { kind: "too_many"; retryAfter: Seconds }
  | { kind: "unavailable"; why: "full" | "unavailable" | "stopping" | "keys" }
  | { kind: "failed" };

/** How long a sender waits after a 503; a JavaScript exporter then has one attempt left in its ten seconds. */
const RETRY_AFTER: Seconds = 5;

/**
 * Codes of google.rpc.Code.
 *
 * @see Googleapis, google/rpc/code.proto.
 */
const CODE = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** Longest text that an answer repeats; the specification wants every answer bounded. */
const LONGEST_MESSAGE = 1_000;

/** The response for an outcome; it never repeats anything of the body but the names of fields. */
export function answer(outcome: Verdict): Response {
  const { status, text, headers = {} } = replyTo(outcome);
  return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
}

interface Reply {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

function replyTo(outcome: Verdict): Reply {
  switch (outcome.kind) {
    case "accepted":
      return { status: 200, text: exportResponse(outcome.endpoint, outcome.findings) };
    case "malformed":
      return malformed(outcome.violation);
    case "too_deep": {
      const description = `the body is nested deeper than ${outcome.deepest} levels`;
      return closing(malformed({ field: "", description }));
    }
    case "no_caller": {
      const message = KEY_MESSAGES[outcome.why];
      return refusal(401, { code: CODE.unauthenticated, message }, { "www-authenticate": "Bearer" });
    }
    case "too_large": {
      const message = `The body is larger than ${outcome.limitBytes} bytes, as sent or unzipped: export smaller batches.`;
      return closing(refusal(413, { code: CODE.invalidArgument, message }));
    }
    case "too_many_items": {
      const message =
        `The body holds more than ${outcome.mostItems} items (records, spans, data points, and whatever could hold such and holds none), ` +
        `${outcome.most.values} JSON values, ${outcome.most.objects} of them objects, or ` +
        `${outcome.mostNames} different field names: export smaller batches.`;
      return closing(refusal(413, { code: CODE.invalidArgument, message }));
    }
    case "too_many":
      return comeAgain(429, { code: CODE.resourceExhausted, message: TOO_MANY }, outcome.retryAfter);
    case "unavailable": {
      const message = UNAVAILABLE_MESSAGES[outcome.why];
      return comeAgain(503, { code: CODE.unavailable, message }, RETRY_AFTER);
    }
    default:
      return FIXED_REPLIES[outcome.kind];
  }
}

const KEY_MESSAGES = {
  missing: "An API key is needed: send the header Authorization: Bearer <API_KEY>.",
  invalid: "The API key is not valid.",
  revoked: "The API key has been revoked.",
};

const UNAVAILABLE_MESSAGES = {
  full: "Telemetry arrives faster than it can be stored, or the disk is nearly full; send it again later.",
  unavailable: "The message stream does not answer; send this again later.",
  stopping: "The server is stopping; send this again later.",
  keys: "Whether this key is valid cannot be looked up right now; send this again later.",
};

const TOO_MANY = "This key sends too many requests.";

/** A google.rpc.Status as JSON. */
interface Status {
  code: number;
  message: string;
  details?: readonly object[];
}

function refusal(status: number, body: Status, headers: Record<string, string> = {}): Reply {
  return { status, text: JSON.stringify(body), headers };
}

/** The rest of the body may still be on its way, so the connection cannot be used again. */
function closing(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, connection: "close" } };
}

function malformed({ field, description }: Violation): Reply {
  const message = shorten(field === "" ? `Not OTLP JSON: ${description}.` : `${field} ${description}.`);
  const fieldViolations = [{ field: shorten(field), description }];
  const details = [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations }];
  return refusal(400, { code: CODE.invalidArgument, message, details });
}

function comeAgain(status: number, body: Status, wait: Seconds): Reply {
  const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${wait}s` }];
  return refusal(status, { ...body, details }, { "retry-after": String(wait) });
}

const FIXED_REPLIES = {
  no_such_path: refusal(404, {
    code: CODE.unimplemented,
    message: "OTLP is received on /v1/logs, /v1/metrics and /v1/traces.",
  }),
  wrong_method: refusal(
    405,
    { code: CODE.unimplemented, message: "OTLP is sent with POST." },
    { allow: "POST" },
  ),
  unpackable: refusal(413, {
    code: CODE.invalidArgument,
    message: "The body is too large to be stored as one message, even compressed: export smaller batches.",
  }),
  too_slow: closing(
    refusal(408, {
      code: CODE.deadlineExceeded,
      message: "The body arrived too slowly, after 5 s at less than 10 kB/s: export smaller batches.",
    }),
  ),
  no_room: closing(
    comeAgain(
      503,
      {
        code: CODE.unavailable,
        message: "Too many large bodies arrive at the same time, of this key or in all; send it again later.",
      },
      RETRY_AFTER,
    ),
  ),
  not_json_type: refusal(415, {
    code: CODE.invalidArgument,
    message:
      "Content-Type must be application/json: set OTEL_EXPORTER_OTLP_PROTOCOL=http/json where the telemetry is sent.",
  }),
  unknown_encoding: refusal(
    415,
    { code: CODE.invalidArgument, message: "Content-Encoding must be gzip or identity." },
    { "accept-encoding": "gzip" },
  ),
  failed: refusal(500, {
    code: CODE.internal,
    message: "The request failed here; the server's log has the reason.",
  }),
};

const REJECTED_FIELD: Record<Signal, string> = {
  logs: "rejectedLogRecords",
  metrics: "rejectedDataPoints",
  traces: "rejectedSpans",
};

/**
 * Writes `{}` unless records were rejected, also where values of stored ones were left out: those are counted in
 * `/metrics`, and many clients log every partial success as a failure.
 */
function exportResponse(endpoint: Signal, findings: Findings): string {
  const rejected = findings.rejected.length;
  if (rejected === 0) return "{}";
  const sentences = [
    sentence(rejected, "rejected", findings.firstRejection),
    sentence(findings.dropped, "left out of what was stored", findings.firstDropped),
  ];
  const partialSuccess = {
    [REJECTED_FIELD[endpoint]]: String(rejected),
    errorMessage: shorten(sentences.filter((sentence) => sentence !== "").join(" ")),
  };
  return JSON.stringify({ partialSuccess });
}

function sentence(count: number, what: string, first: Violation | null): string {
  return count === 0 || first === null ? "" : `${count} ${what}, first ${first.field}: ${first.description}.`;
}

function shorten(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE - 1)}…`;
}
