/** Every refusal and every failure of a request becomes problem+json here; nothing private gets out. */
import { STATUS_CODES } from "node:http";
import { type FieldError, type ProblemParts, Refusal } from "./refusal.ts";
import { requestIdOf } from "../ingest/request-id.ts";
import { describeError, type Log } from "../vocabulary/log.ts";

/**
 * A problem as a response.
 *
 * @see RFC 9457; the type is about:blank, so the title is the status' own phrase.
 */
export function problemResponse(status: number, parts: ProblemParts): Response {
  const { detail, errors, extensions, headers } = parts;
  const problem = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Problem",
    status,
    detail,
    ...(errors !== undefined && { errors }),
    ...extensions,
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { ...headers, "content-type": "application/problem+json" },
  });
}

/** What Elysia reports of an error. */
export interface CaughtError {
  code: string | number;
  error: unknown;
  request: Request;
}

/** The one place where errors of requests end: refusals speak, everything else is logged and stays hidden. */
export function answerError(caught: CaughtError, log: Log): Response {
  const { code, error, request } = caught;
  const refusal = refusalIn(error);
  if (refusal !== null) return problemResponse(refusal.status, refusal.parts);
  if (code === "VALIDATION") return invalidRequest(error);
  if (code === "PARSE") return problemResponse(400, { detail: "The body is not JSON." });
  const requestId = requestIdOf(request);
  log.error("a request failed", { requestId, error: describeError(error) });
  return problemResponse(500, {
    detail: `Something broke here; the log has more on request ${requestId}.`,
  });
}

/** What is thrown while a body is read comes wrapped. */
function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  return error instanceof Error && error.cause instanceof Refusal ? error.cause : null;
}

/** Elysia's error carries the caller's values too: only paths and messages are taken from it. */
function invalidRequest(error: unknown): Response {
  const all: unknown = error instanceof Error && "all" in error ? error.all : [];
  const errors = Array.isArray(all) ? all.map(fieldError) : [];
  return problemResponse(400, { detail: "The request is not valid; errors names what to change.", errors });
}

function fieldError(issue: { path?: unknown; message?: unknown }): FieldError {
  const { path, message } = issue;
  return {
    path: typeof path === "string" ? path : "root",
    message: typeof message === "string" ? message : "not valid",
  };
}
