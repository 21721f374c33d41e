/** Hands a request on to an engine and its answer back, both as they come: nothing is kept, and nobody else is asked. */
import { requestIdOf } from "../../ingest/request-id.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { liftIdleLimit } from "../event-stream/idle-limit.ts";
import { refuseMethod } from "../methods.ts";
import { problemResponse } from "../problems.ts";
import { clientOf } from "../sign-in/client.ts";
import { type BoundedStream, boundStream, refuseLongBody } from "./bounded-stream.ts";
import type { Engines } from "./engines.ts";
import { headersToClient, headersToEngine } from "./headers.ts";

/** What forwarding needs. */
export interface ForwardParts {
  engines: Pick<Engines, "inOrderFor" | "missed">;
  log: Log;
  /** How long an engine may take until its answer begins. */
  patienceMs?: Milliseconds;
}

/** Less than the minute after which both servers close a silent connection: whoever waits gets an answer. */
const PATIENCE_MS: Milliseconds = 55 * SECOND;

/** Only these are repeated when they may have arrived: they change nothing. */
const REPEATABLE: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** What fetch says when nobody accepted the connection, so that no engine has seen the request. */
const UNREACHED: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ConnectionRefused",
  "FailedToOpenSocket",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Statuses that an answer may have. */
const [LOWEST_STATUS, HIGHEST_STATUS] = [200, 599];

/** Returns what forwards a request; its client and its connection were noted before. */
export function createForwarding(parts: ForwardParts): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === "CONNECT") return refuseMethod(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
    const target = targetOf(request.url);
    if (target === null) return problemResponse(404, { detail: "There is nothing at such a path." });
    const body = boundStream(request);
    if (!body.ok) return body.problem;
    return forward({ request, target, body: body.value }, parts);
  };
}

/** A request on its way. */
interface Passage {
  request: Request;
  /** Path and query. */
  target: string;
  /** null for a request without one. */
  body: BoundedStream | null;
}

/** Path and query as they came; null where fetch would make another path of them, which begins with two slashes. */
function targetOf(url: string): string | null {
  const { pathname, search } = new URL(url);
  return pathname.startsWith("//") ? null : `${pathname}${search}`;
}

type Failure = "unreached" | "late" | "broken";

async function forward(passage: Passage, parts: ForwardParts): Promise<Response> {
  const { request, body } = passage;
  let failure: Failure = "unreached";
  for (const engine of parts.engines.inOrderFor(clientOf(request).address)) {
    const asked = await ask(engine, passage, parts);
    if (asked.ok) return answerOf(asked.value, request);
    if (body?.isTooLong() === true) return refuseLongBody();
    failure = asked.problem;
    if (!mayRepeat(failure, passage)) break;
  }
  return problemResponse(502, { detail: DETAILS[failure] });
}

const DETAILS: Readonly<Record<Failure, string>> = {
  unreached: "No engine answers. Telemetry is received meanwhile; ask again later.",
  late: "The engine takes too long to answer; a change may still be made. Look before you ask again.",
  broken:
    "The connection to the engine ended before its answer; a change may have been made. Look before you ask again.",
};

function mayRepeat(failure: Failure, { request, body }: Passage): boolean {
  if (failure === "late" || request.signal.aborted || body?.isTouched() === true) return false;
  return failure === "unreached" || REPEATABLE.has(request.method);
}

async function ask(
  engine: string,
  passage: Passage,
  { engines, log, patienceMs = PATIENCE_MS }: ForwardParts,
): Promise<Result<Response, Failure>> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
  try {
    const answer = await send(engine, passage, late.signal);
    if (answer.status >= LOWEST_STATUS && answer.status <= HIGHEST_STATUS) return succeed(answer);
    throw new Error(`status ${answer.status}`);
  } catch (error) {
    const failure = late.signal.aborted ? "late" : failureOf(error);
    if (failure === "unreached") engines.missed(engine);
    else if (!isClients(passage)) log.warning(UNANSWERED, { engine, ...shown(passage, error) });
    return fail(failure);
  } finally {
    clearTimeout(timer);
  }
}

const UNANSWERED = "an engine did not answer a request";

function shown({ request }: Passage, error: unknown): Record<string, string> {
  return { requestId: requestIdOf(request), reason: describeError(error) };
}

/** Whether it was the client who left, or sent too much. */
function isClients({ request, body }: Passage): boolean {
  return request.signal.aborted || body?.isTooLong() === true;
}

function send(engine: string, { request, target, body }: Passage, late: AbortSignal): Promise<Response> {
  return fetch(`${engine}${target}`, {
    method: request.method,
    headers: headersToEngine(request, clientOf(request)),
    body: body?.stream() ?? null,
    redirect: "manual",
    decompress: false,
    // a connection that the engine closes at this moment would leave a change in doubt
    keepalive: REPEATABLE.has(request.method),
    signal: AbortSignal.any([request.signal, late]),
  });
}

function failureOf(error: unknown): Failure {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return UNREACHED.has(code) ? "unreached" : "broken";
}

/** Streams are silent now and then: the engine decides how long. */
function answerOf(answer: Response, request: Request): Response {
  const headers = headersToClient(answer);
  if (answer.body === null || request.method === "HEAD")
    return new Response(null, { status: answer.status, headers });
  liftIdleLimit(request);
  return new Response(answer.body, { status: answer.status, headers });
}
