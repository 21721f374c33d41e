/** Which headers go on through an ingest node, in both directions, and what it adds. */
import { type Client, OF_PROXIES, VIA } from "../sign-in/client.ts";
import { isOverTls } from "../tls/over-tls.ts";

/**
 * Headers that are about one connection only.
 *
 * @see RFC 9110, section 7.6.1; Proxy-Connection and Keep-Alive are older than it.
 */
const OF_CONNECTION = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/**
 * Makes the headers of a request to an engine.
 *
 * @remarks The host stays, by which the engine's pages know their own address. A client on this node's machine goes by
 *   no address: the engine would take it for one on its own machine.
 */
export function headersToEngine(request: Request, client: Client): Headers {
  const headers = withoutConnection(request.headers);
  // only this node's own word goes on
  for (const name of request.headers.keys()) if (OF_PROXIES.test(name)) headers.delete(name);
  headers.delete("expect"); // answered here
  if (request.method === "GET" || request.method === "HEAD") headers.delete("content-length");
  const added = { ...aboutClient(client), ...aboutAddress(request), via: VIA };
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  for (const [name, value] of NOTHING_SAID) if (!headers.has(name)) headers.set(name, value);
  return headers;
}

function aboutClient({ address }: Client): Record<string, string> {
  const shown = isLoopback(address) || address === "" ? "unknown" : address;
  return { "x-forwarded-for": shown, "x-real-ip": shown };
}

/** HTTP/1.0 may leave the host out. */
function aboutAddress(request: Request): Record<string, string> {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const scheme = isOverTls(request) ? "https" : "http";
  return { host, "x-forwarded-host": host, "x-forwarded-proto": scheme };
}

/** Else fetch adds its own, and would be answered in a form that the client may not read. */
const NOTHING_SAID = [
  ["accept-encoding", "identity"],
  ["user-agent", ""],
] as const;

/** Makes the headers of an engine's answer. */
export function headersToClient(response: Response): Headers {
  const headers = withoutConnection(response.headers);
  headers.delete("date"); // this node's server adds its own
  return headers;
}

function withoutConnection(given: Headers): Headers {
  const headers = new Headers(given);
  const named = (given.get("connection") ?? "").split(",").map((name) => name.trim().toLowerCase());
  for (const name of [...OF_CONNECTION, ...named.filter((name) => TOKEN.test(name))]) headers.delete(name);
  return headers;
}

/** @see RFC 9110, section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

function isLoopback(address: string): boolean {
  return /^127\.|^::1$/.test(address);
}
