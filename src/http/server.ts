/** The front door: one listening socket for OTLP, health and the API. */
import { isMisdirected } from "../ingest/senders/misdirected.ts";
import { otlpSignalOf, pathOf } from "../ingest/path.ts";
import { type CaptureOutcome, isCapturePath } from "../ingest/prompts/capture.ts";
import { requestIdOf } from "../ingest/request-id.ts";
import type { ListenAddress } from "../settings/values.ts";
import { type Result, succeed } from "../vocabulary/result.ts";
import type { Bytes } from "../vocabulary/units.ts";
import { createCors } from "./cors.ts";
import { isExportPath } from "./own-data/paths.ts";
import { noteIdleLimit } from "./event-stream/idle-limit.ts";
import { EVENT_STREAM_PATH } from "./event-stream/path.ts";
import { type Connection, type ListenProblem, openSocket, type RunningServer } from "./listen.ts";
import type { Pages } from "./dashboard/pages.ts";
import type { KnownHosts } from "./hosts/known-hosts.ts";
import { refuseMethod } from "./methods.ts";
import { answerCapture } from "./plugin/answer-capture.ts";
import { noteClient, type Proxies } from "./sign-in/client.ts";
import type { Certificate } from "./tls/certificate.ts";
import { noteByPublicUrl } from "./tls/over-tls.ts";

export type { ListenProblem, RunningServer } from "./listen.ts";

/** What takes telemetry and prompts. */
export interface Intake {
  /** Answers the OTLP paths, whatever the method. */
  otlp(request: Request): Response | Promise<Response>;
  /** Takes what the Claude Code plugin sends, whatever the method. */
  capture(request: Request): Promise<CaptureOutcome>;
}

/** What is behind the door. */
export interface ServerParts {
  listen: ListenAddress;
  corsOrigins: readonly string[];
  hosts: KnownHosts;
  proxies: Proxies;
  /** The address that people reach the server by; null where it is what is listened on. */
  publicUrl: string | null;
  certificate: Certificate | null;
  /** null where no telemetry is taken. */
  intake: Intake | null;
  /** Notes telemetry that was sent to another path; the API answers it. */
  misdirected(request: Request): Promise<void>;
  /** Whether the message stream is connected right now. */
  isStreamConnected(): boolean;
  /** Answers the dashboard's pages and files. */
  pages: Pages;
  /** Answers everything else. */
  api: { fetch(request: Request): Response | Promise<Response> };
}

/** Paths other than /health that ask whether the server works. */
const PROBES: ReadonlySet<string> = new Set(["/livez", "/readyz"]);

/** Bun's own 413 says nothing; ingest and the API count what they read, and say what the limit is. */
const BOUNDED_BEHIND: Bytes = Number.MAX_SAFE_INTEGER;

/** What may change while the door is open. */
export type Behind = Omit<ServerParts, "listen" | "certificate">;

/** The open front door. */
export interface OpenDoor extends RunningServer {
  /** Answers with these from now on; requests under way end with those before. */
  change(behind: Behind): void;
}

/**
 * Opens the door.
 *
 * @throws `port_taken` when another program listens there, `address_unavailable` when this machine lacks the
 *   address.
 */
export function startServer({
  listen,
  certificate,
  ...behind
}: ServerParts): Result<OpenDoor, ListenProblem> {
  let reply = replying(behind);
  const opened = openSocket({
    listen,
    certificate,
    flag: "--listen",
    maxBodyBytes: BOUNDED_BEHIND,
    fetch: (request, connection) => reply(request, connection),
  });
  if (!opened.ok) return opened;
  return succeed({ ...opened.value, change: (changed) => void (reply = replying(changed)) });
}

function replying(parts: Behind): (request: Request, connection: Connection) => Promise<Response> {
  const cors = createCors(parts.corsOrigins);
  const noteTls = noteByPublicUrl(parts.publicUrl);
  return async (request, connection) => {
    noteConnection(request, connection, parts.proxies);
    const response = cors.preflight(request) ?? (await answer(request, parts, noteTls));
    // an engine's answer has the id by which its log knows the request, and is marked
    if (response.headers.has("x-request-id")) return response;
    response.headers.set("x-request-id", requestIdOf(request));
    cors.mark(request, response);
    return response;
  };
}

/** Not of ingest, where it would cost every request something. */
function noteConnection(request: Request, { peer, setIdleLimit }: Connection, proxies: Proxies): void {
  const path = pathOf(request.url);
  const address = otlpSignalOf(path) === null && !isCapturePath(path) ? peer() : null;
  if (address !== null) noteClient(request, proxies.clientOf(request, address));
  if (path === EVENT_STREAM_PATH || isExportPath(path)) noteIdleLimit(request, setIdleLimit);
}

async function answer(
  request: Request,
  parts: Behind,
  noteTls: (request: Request) => void,
): Promise<Response> {
  const path = pathOf(request.url);
  const { intake } = parts;
  if (intake !== null && otlpSignalOf(path) !== null) return intake.otlp(request);
  if (intake !== null && isCapturePath(path)) return answerCapture(await intake.capture(request), request);
  if (path === "/health") return answerHealth(request, parts.isStreamConnected());
  if (isMisdirected(request, path)) await parts.misdirected(request);
  // telemetry and health answer under any name: agents in containers and probes know the server by many
  const foreign = PROBES.has(path) ? null : parts.hosts.refuse(request);
  if (foreign !== null) return foreign;
  noteTls(request);
  return parts.pages.answer(request, path) ?? parts.api.fetch(request);
}

/** @see docs/api.md: plain text, no line end, no Retry-After. */
function answerHealth(request: Request, connected: boolean): Response {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(["GET", "HEAD"]);
  const headers = { "content-type": "text/plain" };
  return connected
    ? new Response("ok", { headers })
    : new Response("nats unhealthy", { status: 503, headers });
}
