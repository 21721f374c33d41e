/** Opens and closes a listening socket. */
import type { ListenAddress } from "../settings/values.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Bytes, Milliseconds } from "../vocabulary/units.ts";
import { addressed } from "./addressed.ts";
import { protect } from "./headers/protect.ts";
import { problemResponse } from "./problems.ts";
import type { Certificate } from "./tls/certificate.ts";
import { noteOverTls } from "./tls/over-tls.ts";

/** What listens. */
export interface SocketParts {
  listen: ListenAddress;
  /** The flag that chose the address, for the message when it cannot be had. */
  flag: string;
  maxBodyBytes: Bytes;
  /** With it the socket speaks only TLS. */
  certificate: Certificate | null;
  /** @param request - A request with a whole address, and its connection. */
  fetch(request: Request, connection: Connection): Promise<Response>;
}

/** What a request came over. */
export interface Connection {
  /** Where it came from, while it is not answered; null when it is gone. */
  peer(): string | null;
  /** How long it may be silent before it is closed; 0 for ever. */
  setIdleLimit(seconds: number): void;
}

/** The open door. */
export interface RunningServer {
  /** With the port that was really taken. */
  url: string;
  /**
   * Shows another certificate from now on; what is under way ends with the one before.
   *
   * @throws An exception when the certificate cannot be used; the one before is shown then.
   */
  renew(certificate: Certificate): void;
  /** Lets the requests under way end, answering others meanwhile, then closes; what is left is cut at the deadline. */
  stop(deadline: Milliseconds): Promise<void>;
}

/** Why the door cannot be opened, in words for a person. */
export interface ListenProblem {
  kind: "port_taken" | "address_unavailable";
  message: string;
}

/**
 * Of TLS 1.2 those with forward secrecy: a key that gets out later opens nothing that was recorded. TLS 1.3
 * has no others.
 *
 * @see Mozilla, server side TLS 5.7, intermediate (https://wiki.mozilla.org/Security/Server_Side_TLS).
 */
const CIPHERS = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

/** For requests that take long; Bun's own 10 s is less than a query may take. */
const IDLE_SECONDS = 60;

/**
 * Listens.
 *
 * @throws `port_taken` when another program listens there, `address_unavailable` when this machine lacks the
 *   address.
 */
export function openSocket(parts: SocketParts): Result<RunningServer, ListenProblem> {
  const { hostname, port } = parts.listen;
  const underWay = new Set<Promise<Response>>();
  try {
    const servers = [serve(parts, port, underWay)];
    const taken = servers[0]?.port ?? port;
    let inForce = parts.certificate;
    return succeed({
      url: `${parts.certificate === null ? "http" : "https"}://${hostname}:${taken}`,
      renew: (certificate) => {
        // Bun takes a certificate only with a new socket; nobody can connect between these lines
        void servers.at(-1)?.stop();
        try {
          servers.push(serve({ ...parts, certificate }, taken, underWay));
          inForce = certificate;
        } catch (error) {
          servers.push(serve({ ...parts, certificate: inForce }, taken, underWay));
          throw error;
        }
      },
      stop: (deadline) => stopServers(servers, underWay, deadline),
    });
  } catch (error) {
    return fail(listenProblem(error, `${hostname}:${port}`, parts.flag));
  }
}

function serve(
  { listen, certificate, maxBodyBytes, fetch }: SocketParts,
  port: number,
  underWay: Set<Promise<Response>>,
): Bun.Server<undefined> {
  const sent = { overTls: certificate !== null };
  return Bun.serve({
    hostname: plain(listen.hostname),
    port,
    ...(certificate !== null && {
      tls: { cert: certificate.certificate, key: certificate.key, ciphers: CIPHERS },
    }),
    fetch(given, socket) {
      const request = addressed(given);
      if (!request.ok) return protect(request.problem, sent);
      if (sent.overTls) noteOverTls(request.value);
      const connection = {
        peer: () => socket.requestIP(given)?.address ?? null,
        setIdleLimit: (seconds: number) => socket.timeout(given, seconds),
      };
      const answer = fetch(request.value, connection).then((response) => protect(response, sent));
      return noteUntilAnswered(underWay, answer);
    },
    idleTimeout: IDLE_SECONDS,
    maxRequestBodySize: maxBodyBytes,
    error: () =>
      protect(problemResponse(500, { detail: "Something broke here; see the server's log." }), sent),
  });
}

/**
 * Returns why nobody can listen at an address now; null when it is free.
 *
 * @param listen - any address, also one with port 0
 * @param flag - the flag that chose it, for the message
 */
export function whyNotListening(listen: ListenAddress, flag: string): ListenProblem | null {
  const error = errorOfListening(listen);
  return error === null ? null : listenProblem(error, `${listen.hostname}:${listen.port}`, flag);
}

/** Returns what comes of listening at an address for a moment; null when that works. */
export function errorOfListening({ hostname, port }: ListenAddress): unknown {
  try {
    const tried = Bun.serve({ hostname: plain(hostname), port, fetch: () => new Response() });
    void tried.stop(true);
    return null;
  } catch (error) {
    return error;
  }
}

/** Without the brackets of an IPv6 address. */
function plain(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function listenProblem(error: unknown, address: string, flag: string): ListenProblem {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") {
    const message = `listening on ${address}: another program listens there; stop it or choose another ${flag}`;
    return { kind: "port_taken", message };
  }
  if (code === "EADDRNOTAVAIL" || code === "EACCES") {
    const message = `listening on ${address}: this machine does not allow it; choose another ${flag}`;
    return { kind: "address_unavailable", message };
  }
  throw error;
}

function noteUntilAnswered(underWay: Set<Promise<Response>>, answer: Promise<Response>): Promise<Response> {
  underWay.add(answer);
  const forget = (): void => void underWay.delete(answer);
  answer.then(forget, forget);
  return answer;
}

/** @remarks Takes those whose certificate was replaced too; they still answer what was under way. */
async function stopServers(
  servers: readonly Bun.Server<undefined>[],
  underWay: ReadonlySet<Promise<Response>>,
  deadline: Milliseconds,
): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, deadline);
  // Bun closes idle connections at once, and then nobody could see that the readiness has failed
  await Promise.race([Promise.allSettled(underWay), tooLate]);
  await Promise.race([Promise.all(servers.map((server) => server.stop())), tooLate]);
  clearTimeout(timer);
  await Promise.all(servers.map((server) => server.stop(true)));
}
