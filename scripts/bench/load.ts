/** A closed-loop load generator in one thread: each connection sends its next request when it has its answer. */
import type { Socket } from "bun";
import { median, quantile } from "./sample.ts";

/** Where the load goes, and what it is made of. */
export interface Load {
  port: number;
  path: string;
  headers: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
  nextBody(): Uint8Array;
}

/** What came of it. */
export interface LoadResult {
  requests: number;
  /** Answers other than 200, by status; `broken off` where the connection ended without one. */
  refused: Record<string, number>;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

/** One connection and the answer it is reading. */
export interface Connection {
  startedAt: number;
  head: string;
  /** Bytes of the answer's body that are still to come. */
  left: number;
  status: string;
  unsent: Uint8Array | null;
  /** Whether it was ended from here. */
  isOver: boolean;
}

/** One that has sent nothing yet. */
export function newConnection(): Connection {
  return { startedAt: 0, head: "", left: 0, status: "", unsent: null, isOver: false };
}

/** Runs the load for its time. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const refused: Record<string, number> = {};
  const startedAt = performance.now();
  const endsAt = startedAt + load.seconds * 1000;
  const heads = Object.entries({
    host: `127.0.0.1:${load.port}`,
    "content-type": "application/json",
    ...load.headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const done: Promise<void>[] = [];

  function send(socket: Socket<Connection>): void {
    const body = load.nextBody();
    const head = Buffer.from(
      `POST ${load.path} HTTP/1.1\r\n${heads}content-length: ${body.byteLength}\r\n\r\n`,
    );
    socket.data.startedAt = performance.now();
    write(socket, Buffer.concat([head, body]));
  }

  function answered(socket: Socket<Connection>, finish: () => void): void {
    const { status, startedAt: sentAt } = socket.data;
    if (status === "200") latencies.push(performance.now() - sentAt);
    else refused[status] = (refused[status] ?? 0) + 1;
    if (performance.now() < endsAt) return send(socket);
    socket.data.isOver = true;
    finish();
    socket.end();
  }

  /** Nobody sends on this connection any more. */
  function brokenOff({ data }: Socket<Connection>, finish: () => void): void {
    if (!data.isOver) refused["broken off"] = (refused["broken off"] ?? 0) + 1;
    finish();
  }

  for (let index = 0; index < load.connections; index += 1) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    done.push(promise);
    await Bun.connect<Connection>({
      hostname: "127.0.0.1",
      port: load.port,
      data: newConnection(),
      socket: {
        data: (socket, bytes) => receive(socket, bytes, () => answered(socket, resolve)),
        drain: (socket) => {
          if (socket.data.unsent !== null) write(socket, socket.data.unsent);
        },
        close: (socket) => brokenOff(socket, resolve),
        error: (_, error) => reject(error),
        open: (socket) => send(socket),
      },
    });
  }
  await Promise.all(done);
  return {
    requests: latencies.length,
    refused,
    seconds: (performance.now() - startedAt) / 1000,
    ...percentiles(latencies),
  };
}

/** Writes what the socket takes, and keeps the rest for later. */
export function write(socket: Socket<Connection>, bytes: Uint8Array): void {
  const written = socket.write(bytes);
  socket.data.unsent = written < bytes.byteLength ? bytes.slice(Math.max(0, written)) : null;
}

/** Reads on; calls when an answer is complete. */
export function receive(socket: Socket<Connection>, bytes: Buffer, finished: () => void): void {
  const { data } = socket;
  if (data.left > 0) {
    data.left -= bytes.length;
  } else {
    data.head += bytes.toString("latin1");
    const end = data.head.indexOf("\r\n\r\n");
    if (end === -1) return;
    data.status = data.head.slice(9, 12);
    const length = Number(/content-length: (\d+)/i.exec(data.head)?.[1] ?? 0);
    data.left = length - (data.head.length - end - 4);
    data.head = "";
  }
  if (data.left <= 0) finished();
}

export function percentiles(latencies: readonly number[]): { p50Ms: number; p99Ms: number } {
  return { p50Ms: median(latencies), p99Ms: quantile(latencies, 0.99) };
}
