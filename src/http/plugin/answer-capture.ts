/** The answers to the Claude Code plugin: 202, or a problem that says what to change. */
import type { CaptureOutcome } from "../../ingest/prompts/capture.ts";
import { requestIdOf } from "../../ingest/request-id.ts";
import type { Bytes, Seconds } from "../../vocabulary/units.ts";
import { lacking } from "../access/permit.ts";
import { refuseCaller } from "../sign-in/judge-caller.ts";
import { refuseMethod } from "../methods.ts";
import { problemResponse } from "../problems.ts";
import type { FieldError } from "../refusal.ts";

/** How long a sender should wait after a 503. */
const RETRY_AFTER: Seconds = 5;

/** The rest of the body is still on its way, so the connection cannot be used again. */
const CLOSING = { connection: "close" };

export function answerCapture(outcome: CaptureOutcome, request: Request): Response {
  if (outcome.ok) return Response.json(outcome.value, { status: 202 });
  const { problem } = outcome;
  switch (problem.kind) {
    case "no_caller":
      return refuseCaller(problem.fault);
    case "invalid":
      return invalid(problem.errors);
    case "malformed":
      return problemResponse(400, { detail: `The body cannot be read: ${problem.violation.description}.` });
    case "too_deep":
      return tooDeep(problem.deepest);
    case "too_large":
      return tooLarge(problem.limitBytes);
    case "too_many":
      return comeAgain(429, "This key sends too many requests.", problem.retryAfter);
    case "unavailable":
      return comeAgain(503, UNAVAILABLE[problem.why], RETRY_AFTER);
    default:
      return FIXED[problem.kind](request);
  }
}

/** What is answered whatever else the problem says. */
const FIXED = {
  no_ingest: () => problemResponse(403, lacking(["ingest"])),
  wrong_method: () => refuseMethod(["POST"]),
  too_slow: () => problemResponse(408, { detail: "The body arrived too slowly.", headers: CLOSING }),
  too_many_values: () =>
    problemResponse(413, { detail: "The body holds more values than any prompt needs." }),
  unpackable: () => problemResponse(413, { detail: "The body is too large to be stored, even compressed." }),
  not_json_type: () =>
    problemResponse(415, {
      detail: "The body must be JSON: send the header Content-Type: application/json.",
    }),
  unknown_encoding: () =>
    problemResponse(415, {
      detail: "Content-Encoding must be gzip or identity.",
      headers: { "accept-encoding": "gzip" },
    }),
  no_room: () => comeAgain(503, "Too many bodies are being read; send this again later.", RETRY_AFTER),
  failed: (request: Request) =>
    problemResponse(500, {
      detail: `Something broke here; the log has more on request ${requestIdOf(request)}.`,
    }),
};

const UNAVAILABLE = {
  full: "Records arrive faster than they can be stored, or the disk is nearly full; send this again later.",
  unavailable: "The message stream does not answer; send this again later.",
  stopping: "The server is stopping; send this again later.",
  keys: "Whether this key is valid cannot be looked up right now; send this again later.",
};

function invalid(errors: readonly FieldError[]): Response {
  return problemResponse(400, { detail: "The request is not valid; errors names what to change.", errors });
}

function tooDeep(deepest: number): Response {
  return problemResponse(400, {
    detail: `The body is nested deeper than ${deepest} levels.`,
    headers: CLOSING,
  });
}

function tooLarge(limitBytes: Bytes): Response {
  const detail = `The body is larger than ${limitBytes} bytes, as sent or unzipped.`;
  return problemResponse(413, { detail, headers: CLOSING });
}

/** Only responses to telemetry have the header Retry-After. */
function comeAgain(status: number, detail: string, retryAfterSeconds: Seconds): Response {
  return problemResponse(status, { detail, extensions: { retryAfterSeconds } });
}
