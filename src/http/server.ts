/** The front door: one listening socket for OTLP, health and the API. */
import { otlpSignalOf } from "../ingest/path.ts";
import type { ListenAddress } from "../settings/values.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Bytes, Milliseconds } from "../vocabulary/units.ts";
import { createCors } from "./cors.ts";
import { refuseMethod } from "./methods.ts";
import { pathOf } from "./path.ts";
import { problemResponse } from "./problems.ts";
import { requestIdOf } from "./request-id.ts";

/** What stands behind the door. */
export interface ServerParts {
  listen: ListenAddress;
  corsOrigins: readonly string[];
  /** The largest OTLP body; ingest counts and refuses larger ones itself. */
  bodyLimitBytes: Bytes;
  /** Answers the OTLP paths, whatever the method; its answers carry their request id already. */
  otlp(request: Request): Response | Promise<Response>;
  /** Whether the message stream is connected right now. */
  isStreamConnected(): boolean;
  /** Answers everything else. */
  api: { fetch(request: Request): Response | Promise<Response> };
}

/** The open door. */
export interface RunningServer {
  /** With the port that was really taken. */
  url: string;
  /** Takes no new connection, lets the requests under way end, and closes what is left at the deadline. */
  stop(deadline: Milliseconds): Promise<void>;
}

/** Why the door cannot be opened, in words for a person. */
export interface ListenProblem {
  kind: "port_taken" | "address_unavailable";
  message: string;
}

/** Bun answers 413 itself, without a body, past this much more than the limit. */
const ABOVE_LIMIT: Bytes = 1024 * 1024;
/** Bun's own 10 s would cut event streams, which are silent for 15 s. */
const IDLE_SECONDS = 60;

/**
 * Opens the door.
 *
 * Fails: `port_taken` when another program listens there, `address_unavailable` when this machine lacks the address.
 */
export function startServer(parts: ServerParts): Result<RunningServer, ListenProblem> {
  const cors = createCors(parts.corsOrigins);
  const fetch = async (request: Request): Promise<Response> => {
    if (otlpSignalOf(request.url) !== null) return parts.otlp(request);
    const response = cors.preflight(request) ?? (await answer(request, parts));
    response.headers.set("x-request-id", requestIdOf(request));
    cors.mark(request, response);
    return response;
  };
  const opened = listen(parts, fetch);
  if (!opened.ok) return opened;
  const server = opened.value;
  return succeed({
    url: `http://${parts.listen.hostname}:${server.port}`,
    stop: (deadline) => stopServer(server, deadline),
  });
}

function answer(request: Request, parts: ServerParts): Response | Promise<Response> {
  if (pathOf(request) === "/health") return answerHealth(request, parts.isStreamConnected());
  return parts.api.fetch(request);
}

/** Source: interface.md, section 4.1: plain text, no line end, no Retry-After. */
function answerHealth(request: Request, connected: boolean): Response {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(["GET", "HEAD"]);
  const headers = { "content-type": "text/plain" };
  return connected
    ? new Response("ok", { headers })
    : new Response("nats unhealthy", { status: 503, headers });
}

type Server = Bun.Server<undefined>;

function listen(
  parts: ServerParts,
  fetch: (request: Request) => Promise<Response>,
): Result<Server, ListenProblem> {
  const { hostname, port } = parts.listen;
  try {
    return succeed(
      Bun.serve({
        hostname: hostname.replace(/^\[|\]$/g, ""),
        port,
        fetch,
        idleTimeout: IDLE_SECONDS,
        maxRequestBodySize: parts.bodyLimitBytes + ABOVE_LIMIT,
        error: () => problemResponse(500, { detail: "Something broke here; the log tells more." }),
      }),
    );
  } catch (error) {
    return fail(listenProblem(error, `${hostname}:${port}`));
  }
}

function listenProblem(error: unknown, address: string): ListenProblem {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") {
    const message = `listening on ${address}: another program listens there; stop it or choose another --listen`;
    return { kind: "port_taken", message };
  }
  if (code === "EADDRNOTAVAIL" || code === "EACCES") {
    const message = `listening on ${address}: this machine does not allow it; choose another --listen`;
    return { kind: "address_unavailable", message };
  }
  throw error;
}

async function stopServer(server: Server, deadline: Milliseconds): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, deadline);
  await Promise.race([server.stop(), tooLate]);
  clearTimeout(timer);
  await server.stop(true);
}
