/** The answers of the OTLP endpoints: an export response, or a google.rpc.Status, in the format of the request. */
import type { KeyFault } from "../identity/caller.ts";
import type { Signal } from "../vocabulary/otlp.ts";
import { shownTime } from "../vocabulary/times.ts";
import type { Bytes, Seconds } from "../vocabulary/units.ts";
import {
  type Detail,
  encodeExportResponse,
  encodeStatus,
  type PartialSuccess,
  type Status,
} from "./protobuf/encode.ts";
import type { MostValues } from "./reading/count-values.ts";
import { type BodyFormat, CONTENT_TYPES } from "./reading/format.ts";
import type { Findings, Violation } from "./walk/findings.ts";

/** What came of a request, and what the answer must say about it. */
export type Verdict =
  | { kind: "accepted"; endpoint: Signal; findings: Findings }
  | { kind: "malformed"; violation: Violation }
  | { kind: "no_caller"; fault: KeyFault }
  | { kind: "no_ingest" }
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
  permissionDenied: 7,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** Longest text that an answer repeats; the specification wants every answer bounded. */
const LONGEST_MESSAGE = 1_000;

/**
 * The response for an outcome; it never repeats anything of the body but the names of fields.
 *
 * @param format - The request's; null for any that is neither, which is answered in JSON.
 */
export function answer(outcome: Verdict, format: BodyFormat | null): Response {
  const isProtobuf = format === "protobuf";
  if (outcome.kind === "accepted") {
    const partial = partialSuccessOf(outcome.findings);
    const body = isProtobuf ? encodeExportResponse(partial) : exportResponse(outcome.endpoint, partial);
    return respond({ status: 200, body }, format);
  }
  const { status, body, headers } = refusalOf(outcome, isProtobuf ? "protobuf" : "JSON");
  return respond({ status, body: isProtobuf ? encodeStatus(body) : JSON.stringify(body), headers }, format);
}

interface Written {
  status: number;
  body: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string> | undefined;
}

function respond({ status, body, headers = {} }: Written, format: BodyFormat | null): Response {
  return new Response(body, {
    status,
    headers: { "content-type": CONTENT_TYPES[format ?? "json"], ...headers },
  });
}

interface Reply {
  status: number;
  body: Status;
  headers?: Record<string, string>;
}

function refusalOf(outcome: Exclude<Verdict, { kind: "accepted" }>, format: string): Reply {
  switch (outcome.kind) {
    case "malformed":
      return malformed(outcome.violation, format);
    case "too_deep": {
      const description = `the body is nested deeper than ${outcome.deepest} levels`;
      return closing(malformed({ field: "", description }, format));
    }
    case "no_caller": {
      const message = keyMessage(outcome.fault);
      return refusal(401, { code: CODE.unauthenticated, message }, { "www-authenticate": "Bearer" });
    }
    case "too_large": {
      const message = `The body is larger than ${outcome.limitBytes} bytes, as sent, unzipped or as JSON: export smaller batches.`;
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

function keyMessage(fault: KeyFault): string {
  switch (fault.kind) {
    case "missing":
      return "An API key is needed: send the header Authorization: Bearer <API_KEY>.";
    case "invalid":
      return "The API key is not valid.";
    case "revoked":
      return "The API key has been revoked.";
    case "ended":
      return `The API key ended on ${shownTime(fault.endedAt)}.`;
  }
}

const UNAVAILABLE_MESSAGES = {
  full: "Telemetry arrives faster than it can be stored, or the disk is nearly full; send it again later.",
  unavailable: "The message stream does not answer; send this again later.",
  stopping: "The server is stopping; send this again later.",
  keys: "Whether this key is valid cannot be looked up right now; send this again later.",
};

const TOO_MANY = "This key sends too many requests.";

function refusal(status: number, body: Status, headers: Record<string, string> = {}): Reply {
  return { status, body, headers };
}

/** The rest of the body may still be on its way, so the connection cannot be used again. */
function closing(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, connection: "close" } };
}

function malformed({ field, description }: Violation, format: string): Reply {
  const message = shorten(field === "" ? `Not OTLP ${format}: ${description}.` : `${field} ${description}.`);
  const fieldViolations = [{ field: shorten(field), description }];
  const details = [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations }];
  return refusal(400, { code: CODE.invalidArgument, message, details });
}

function comeAgain(status: number, body: Status, wait: Seconds): Reply {
  const details: Detail[] = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${wait}s` }];
  return refusal(status, { ...body, details }, { "retry-after": String(wait) });
}

const FIXED_REPLIES = {
  no_ingest: refusal(403, {
    code: CODE.permissionDenied,
    message:
      "This key may not send telemetry: it lacks the scope ingest. An admin can make a key that has it.",
  }),
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
      "Content-Type must be application/json: set OTEL_EXPORTER_OTLP_PROTOCOL=http/json where the telemetry is sent. " +
      "Where accept_protobuf is set on the server, it may be application/x-protobuf too.",
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
 * Returns null unless records were rejected, also where values of stored ones were left out: those are counted in
 * `/metrics`, and many clients log every partial success as a failure.
 */
function partialSuccessOf(findings: Findings): PartialSuccess | null {
  const rejected = findings.rejected.length;
  if (rejected === 0) return null;
  const sentences = [
    sentence(rejected, "rejected", findings.firstRejection),
    sentence(findings.dropped, "left out of what was stored", findings.firstDropped),
  ];
  return { rejected, errorMessage: shorten(sentences.filter((sentence) => sentence !== "").join(" ")) };
}

function exportResponse(endpoint: Signal, partial: PartialSuccess | null): string {
  if (partial === null) return "{}";
  const { rejected, errorMessage } = partial;
  return JSON.stringify({
    partialSuccess: { [REJECTED_FIELD[endpoint]]: String(rejected), errorMessage },
  });
}

function sentence(count: number, what: string, first: Violation | null): string {
  return count === 0 || first === null ? "" : `${count} ${what}, first ${first.field}: ${first.description}.`;
}

function shorten(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE - 1)}…`;
}
