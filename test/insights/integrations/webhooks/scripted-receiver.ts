/** A receiver of webhooks over real sockets, and its ways to fail. */
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";

/** How it answers what arrives next. */
export type Manner =
  | { kind: "well" }
  | { kind: "answering"; status: number; headers?: Record<string, string>; body?: string }
  | { kind: "slow" }
  | { kind: "resetting" }
  | { kind: "endless" };

/** A message as it arrived. */
export interface Heard {
  method: string;
  path: string;
  host: string;
  headers: Record<string, string>;
  body: string;
}

export interface ScriptedReceiver extends AsyncDisposable {
  port: number;
  heard: Heard[];
  behave(manner: Manner): void;
}

/** @param certificate - Speaks TLS with it; null: plain HTTP. */
export async function startScriptedReceiver(
  certificate: { cert: string; key: string } | null = null,
): Promise<ScriptedReceiver> {
  const heard: Heard[] = [];
  let manner: Manner = { kind: "well" };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    heard.push(await hear(request));
    reply(manner, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
  const server = certificate === null ? createPlain(listener) : createSecure(certificate, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    behave: (next) => void (manner = next),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function hear(request: IncomingMessage): Promise<Heard> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "", url: path = "", headers } = request;
  return {
    method,
    path,
    host: headers.host ?? "",
    headers: headers as Record<string, string>,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function reply(manner: Manner, response: ServerResponse): void {
  switch (manner.kind) {
    case "well":
      response.writeHead(204).end();
      return;
    case "answering":
      response.writeHead(manner.status, manner.headers).end(manner.body);
      return;
    case "slow":
      return;
    case "resetting":
      response.socket?.destroy();
      return;
    case "endless":
      response.writeHead(200);
      response.write("x".repeat(2 ** 16));
  }
}
