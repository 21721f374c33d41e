/** One message to a webhook: bounded in time, by the addresses that its name has now, and sent nowhere else. */
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP } from "node:net";
import { retryAfterOf } from "../../../judge/calls/retry-after.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import type { Milliseconds } from "../../../vocabulary/units.ts";
import type { LookUp } from "../machine-lookup.ts";
import { hostOf, isAllowed, isPublic, readAddress } from "./address-rules.ts";
import type { WebhookProblem } from "./webhook-problem.ts";

/** What every message is bound by. */
export interface PostRules {
  isOffline: boolean;
  timeoutMs: Milliseconds;
  clock: Clock;
  lookUp: LookUp;
  /** Hosts that the owner allows wherever they are. */
  allowedHosts: readonly string[];
  /** Authorities that only tests add; null otherwise. */
  authorities: string | null;
}

/** What is sent. */
export interface Post {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Sends a message once. Its name is resolved first and the connection goes to what came of that, so that no second
 * answer of a DNS server leads it elsewhere.
 *
 * @throws It was not taken, or it is unknown whether it was. The answer's body is not read.
 */
export async function post(rules: PostRules, message: Post): Promise<Result<void, WebhookProblem>> {
  if (rules.isOffline) return fail({ kind: "offline" });
  const url = readAddress(message.address, rules.allowedHosts);
  if (!url.ok) return url;
  const signal = AbortSignal.timeout(rules.timeoutMs);
  const places = await Promise.race([placesOf(rules, url.value), lateness(signal)]);
  if (!places.ok) return places;
  for (const ip of places.value) {
    const answered = await postTo(rules, { ...message, url: url.value, ip, signal });
    // an address that nobody answers at has got nothing; another one may be in reach
    if (answered.ok || answered.problem.kind !== "unreachable") return answered;
  }
  return fail({ kind: "unreachable" });
}

/** Nothing was sent yet. */
function lateness(signal: AbortSignal): Promise<Result<never, WebhookProblem>> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(fail({ kind: "unknown_host" })), { once: true });
  });
}

/** One private address among public ones is enough to send nothing. */
async function placesOf(
  { lookUp, allowedHosts }: PostRules,
  url: URL,
): Promise<Result<readonly string[], WebhookProblem>> {
  const host = hostOf(url);
  const found = isIP(host) === 0 ? await lookUp(host) : succeed([host]);
  if (!found.ok || isAllowed(url, allowedHosts)) return found;
  return found.value.every(isPublic) ? found : fail({ kind: "private_address" });
}

interface Sending extends Post {
  url: URL;
  ip: string;
  signal: AbortSignal;
}

function postTo(rules: PostRules, sending: Sending): Promise<Result<void, WebhookProblem>> {
  const { url, body, signal } = sending;
  const start = url.protocol === "https:" ? requestSecure : requestPlain;
  return new Promise((resolve) => {
    const request = start(requestOf(rules, sending), (response) => {
      const wait = new Headers({ "retry-after": response.headers["retry-after"] ?? "" });
      resolve(judge(response.statusCode ?? 0, retryAfterOf(wait, rules.clock())));
      response.destroy();
    });
    // the exception's own words can hold the address, which may hold a secret
    request.on("error", (error) => resolve(fail(signal.aborted ? { kind: "timed_out" } : readFault(error))));
    request.end(body);
  });
}

function requestOf({ authorities }: PostRules, { url, ip, headers, body, signal }: Sending) {
  const host = hostOf(url);
  return {
    host: ip,
    port: url.port === "" ? undefined : Number(url.port),
    path: url.pathname + url.search,
    method: "POST",
    agent: false as const,
    signal,
    headers: {
      host: url.host,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "scoring",
      ...headers,
    },
    // an address is compared with the certificate as it is; only a name can be asked for
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== null && { ca: authorities }),
  };
}

function judge(status: number, retryAfterMs: Milliseconds | null): Result<void, WebhookProblem> {
  if (status >= 200 && status < 300) return succeed(undefined);
  if (status >= 300 && status < 400) return fail({ kind: "redirected", status });
  if (status === 410) return fail({ kind: "webhook_gone" });
  if (status === 429) return fail({ kind: "rate_limited", retryAfterMs });
  return fail({ kind: status >= 500 ? "server_failed" : "refused", status });
}

/** What Bun calls a connection that was there, and ended before the answer did. */
const BROKEN_OFF: ReadonlySet<string> = new Set(["ECONNRESET", "ConnectionClosed", "EPIPE"]);

function readFault(error: Error): WebhookProblem {
  const code = "code" in error ? String(error.code) : "";
  if (BROKEN_OFF.has(code)) return { kind: "broken_off" };
  return { kind: /CERT|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(code) ? "bad_certificate" : "unreachable" };
}
