/** A proxy for HTTP, as S3 speaks it, that answers with a fault where a test asks for one. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Upstream } from "./tcp-proxy.ts";

/** What goes wrong with a request. */
export type HttpFault =
  /** It is answered so in the server's place, and never gets there. */
  | { kind: "refused"; status: number; code: string }
  /** It is answered so in the server's place, and never gets there. */
  | { kind: "answered"; body: string }
  /** It is done, and the connection breaks before the answer is sent. */
  | { kind: "unanswered" }
  /** It is done, and the connection breaks in the middle of the answer's body. */
  | { kind: "half" }
  /** It is done, and its answer says more. */
  | { kind: "marked"; headers: Readonly<Record<string, string>> }
  /** It gets there so much later. */
  | { kind: "late"; ms: number };

/** What a fault is chosen by. */
export interface AskedRequest {
  method: string;
  path: string;
}

/** A running proxy on loopback. */
export interface HttpProxy {
  url: string;
  /** Requests so far, in their order. */
  asked: readonly AskedRequest[];
  /** From now on each request meets the fault that this returns; null is none. */
  fail(choose: (asked: AskedRequest) => HttpFault | null): void;
  heal(): void;
  stop(): Promise<void>;
}

/** What S3 answers a client that asks too often. */
export const SLOW_DOWN: HttpFault = { kind: "refused", status: 503, code: "SlowDown" };

/**
 * Starts it.
 *
 * @remarks Requests keep their `Host`, which S3's signatures cover.
 */
export async function startHttpProxy(upstream: Upstream): Promise<HttpProxy> {
  const asked: AskedRequest[] = [];
  const none = () => null;
  let choose: Parameters<HttpProxy["fail"]>[0] = none;
  const server = createServer((incoming, response) => {
    const now = { method: incoming.method ?? "GET", path: incoming.url ?? "/" };
    asked.push(now);
    const fault = choose(now);
    meet(fault, { upstream, incoming, response });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    fail: (chosen) => {
      choose = chosen;
    },
    heal: () => {
      choose = none;
    },
    stop: () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

interface Met {
  upstream: Upstream;
  incoming: IncomingMessage;
  response: ServerResponse;
}

function meet(fault: HttpFault | null, { upstream, incoming, response }: Met): void {
  const whole = { ...upstream, broken: null };
  switch (fault?.kind) {
    case "refused":
      return refuse(incoming, response, fault);
    case "answered":
      return answerWith(incoming, response, { status: 200, body: fault.body });
    case "late":
      return void setTimeout(() => forward(whole, incoming, response), fault.ms);
    case "marked":
      return forward({ ...whole, headers: fault.headers }, incoming, response);
    default:
      return forward({ ...upstream, broken: fault?.kind ?? null }, incoming, response);
  }
}

type Refusal = Extract<HttpFault, { kind: "refused" }>;

function refuse(incoming: IncomingMessage, response: ServerResponse, { status, code }: Refusal): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  answerWith(incoming, response, { status, body });
}

function answerWith(
  incoming: IncomingMessage,
  response: ServerResponse,
  { status, body }: { status: number; body: string },
): void {
  incoming.resume();
  incoming.once("end", () => response.writeHead(status, { "content-type": "application/xml" }).end(body));
}

/** Where a request goes, and how its answer breaks off. */
interface Onward extends Upstream {
  broken: "unanswered" | "half" | null;
  /** What is added to its answer. */
  headers?: Readonly<Record<string, string>>;
}

function forward(
  { host = "127.0.0.1", port, broken, headers: added = {} }: Onward,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, url: path, rawHeaders: headers } = incoming;
  const breakOff = () => void incoming.socket.destroy();
  const onward = request({ host, port, method, path, headers, setHost: false }, (answer) => {
    if (broken === "unanswered") return breakOff();
    response.writeHead(answer.statusCode ?? 502, [...answer.rawHeaders, ...Object.entries(added).flat()]);
    answer.on("error", breakOff);
    if (broken === "half") return sendHalf(answer, response);
    answer.pipe(response);
  });
  onward.on("error", breakOff);
  incoming.on("error", () => onward.destroy());
  incoming.pipe(onward);
}

/** Half of what was announced, and the connection breaks; without a length, half of the first piece. */
function sendHalf(answer: IncomingMessage, response: ServerResponse): void {
  let left = Math.floor(Number(answer.headers["content-length"] ?? Number.NaN) / 2);
  answer.on("data", (piece: Buffer) => {
    const passed = piece.subarray(0, Number.isNaN(left) ? Math.floor(piece.length / 2) : left);
    response.write(passed);
    left -= passed.length;
    if (Number.isNaN(left) || left <= 0) response.socket?.destroy();
  });
  answer.on("end", () => response.socket?.destroy());
}
