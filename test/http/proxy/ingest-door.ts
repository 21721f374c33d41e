/** The door of an ingest node, and engines that misbehave in front of it. */
import { connect, createServer, type Socket } from "node:net";
import { createKnownHosts } from "../../../src/http/hosts/known-hosts.ts";
import { watchEngines } from "../../../src/http/proxy/engines.ts";
import { createForwarding } from "../../../src/http/proxy/forward.ts";
import { createIngestApi } from "../../../src/http/proxy/ingest-api.ts";
import { askStages } from "../../../src/http/self/readiness.ts";
import { startServer } from "../../../src/http/server.ts";
import { createProxies } from "../../../src/http/sign-in/client.ts";
import { createKeyring } from "../../../src/identity/keys/keyring.ts";
import { createLog } from "../../../src/vocabulary/log.ts";
import { fail, succeed } from "../../../src/vocabulary/result.ts";
import type { Milliseconds } from "../../../src/vocabulary/units.ts";

export interface IngestDoor {
  url: string;
  log: string[];
  /** How many engines answer, of how many. */
  engines(): { answering: number; all: number };
  stop(): Promise<void>;
}

/** Opens the door; nobody's key is known there, and engines are looked at only when a test says so. */
export function openIngestDoor(
  urls: readonly string[],
  changes: { patienceMs?: Milliseconds; trustedProxies?: string[]; lookEveryMs?: Milliseconds } = {},
): IngestDoor {
  const lines: string[] = [];
  const log = createLog("json", (line) => void lines.push(line));
  const listen = { hostname: "127.0.0.1", port: 0 };
  const hosts = createKnownHosts({ listen, publicUrl: null, hosts: [] }, "machine");
  const engines = watchEngines({ urls, log, everyMs: changes.lookEveryMs ?? 1_000_000 });
  const keyring = createKeyring(
    { keys: [], accounts: [], organizations: [] },
    { clock: () => 0, lookUp: async () => fail({ kind: "unread" }), recordUses: () => {} },
  );
  const api = createIngestApi({
    keyring,
    hosts,
    askReadiness: () => askStages({}),
    measure: async () => [],
    forward: createForwarding({
      engines,
      log,
      ...(changes.patienceMs !== undefined && { patienceMs: changes.patienceMs }),
    }),
    log,
  });
  const opened = startServer({
    listen,
    corsOrigins: [],
    certificate: null,
    publicUrl: null,
    proxies: createProxies({
      trustedProxies: changes.trustedProxies ?? [],
      trustedProxyHeader: "x-forwarded-for",
    }),
    hosts: { refuse: () => null },
    intake: { otlp: () => Response.json({}), capture: async () => succeed({ promptId: null }) },
    misdirected: async () => {},
    isStreamConnected: () => true,
    pages: { answer: () => undefined },
    api,
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  return {
    url: opened.value.url,
    log: lines,
    engines: () => engines.count(),
    stop: async () => {
      engines.stop();
      await opened.value.stop(0);
    },
  };
}

/** What answers on a bare socket, and what it was sent. */
export interface RawEngine {
  url: string;
  /** Everything that came, but the looks at it. */
  received: string[];
  /** How many connections are open. */
  open(): number;
  stop(): void;
}

/** Starts one that does with each request what it is given; it answers looks as a living engine does. */
export async function rawEngine(answer: (socket: Socket, request: string) => void): Promise<RawEngine> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const request = bytes.toString("latin1");
      if (request.startsWith("GET /livez "))
        return void socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
      received.push(request);
      return answer(socket, request);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens nowhere");
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    open: () => sockets.size,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends bytes as they are; returns what comes back until the connection ends, or until all headers are there. */
export function sendRaw(url: string, request: string, until: "end" | "headers" = "end"): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
      if (until === "headers" && answer.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", (error) =>
      "code" in error && error.code === "ECONNRESET" ? undefined : reject(error),
    );
    socket.on("close", () => resolve(answer));
  });
}
