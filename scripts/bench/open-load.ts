/**
 * An open-loop load generator: requests come by the clock, whether or not earlier ones have been answered.
 *
 * A request takes a connection that is free, or opens one; when all are taken it is given up, as an exporter does whose
 * queue is full.
 */
import type { Socket } from "bun";
import { type Connection, newConnection, percentiles, receive, write } from "./load.ts";
import { quantile } from "./sample.ts";

/** Where the load goes, and how much of it. */
export interface OpenLoad {
  port: number;
  path: string;
  headers: Readonly<Record<string, string>>;
  perSecond: number;
  seconds: number;
  mostConnections: number;
  nextBody(): Uint8Array;
}

/** What came of it. */
export interface OpenLoadResult {
  sent: number;
  givenUp: number;
  accepted: number;
  /** Those that had no answer when the last ones were waited for no longer. */
  unanswered: number;
  /** Answers other than 200, by status. */
  refused: Record<string, number>;
  seconds: number;
  /** From sending to the answer, of what was accepted. */
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
  /** The same of what was refused. */
  refusedP99Ms: number;
}

const TICK_MS = 2;
const LONGEST_END_MS = 20_000;

/** Runs the load for its time, and waits for the last answers. */
export async function runOpenLoad(load: OpenLoad): Promise<OpenLoadResult> {
  const free: Socket<Connection>[] = [];
  const accepted: number[] = [];
  const refusals: number[] = [];
  const refused: Record<string, number> = {};
  let [opened, sent, givenUp, underway] = [0, 0, 0, 0];
  const head = headOf(load);

  function send(socket: Socket<Connection>): void {
    const body = load.nextBody();
    sent += 1;
    underway += 1;
    socket.data.startedAt = performance.now();
    write(socket, Buffer.concat([Buffer.from(`${head}content-length: ${body.byteLength}\r\n\r\n`), body]));
  }

  function answered(socket: Socket<Connection>): void {
    const { status, startedAt } = socket.data;
    const took = performance.now() - startedAt;
    underway -= 1;
    if (status === "200") accepted.push(took);
    else {
      refusals.push(took);
      refused[status] = (refused[status] ?? 0) + 1;
    }
    free.push(socket);
  }

  function arrive(): void {
    const socket = free.pop();
    if (socket !== undefined) return send(socket);
    if (opened >= load.mostConnections) {
      givenUp += 1;
      return;
    }
    opened += 1;
    void Bun.connect<Connection>({
      hostname: "127.0.0.1",
      port: load.port,
      data: newConnection(),
      socket: {
        open: send,
        data: (from, bytes) => receive(from, bytes, () => answered(from)),
        drain: (ready) => {
          if (ready.data.unsent !== null) write(ready, ready.data.unsent);
        },
      },
    });
  }

  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  for (let arrived = 0; elapsed() < load.seconds;) {
    for (const due = elapsed() * load.perSecond; arrived < due; arrived += 1) arrive();
    await Bun.sleep(TICK_MS);
  }
  const seconds = elapsed();
  const acceptedInTime = accepted.length;
  const giveUpAt = performance.now() + LONGEST_END_MS;
  while (underway > 0 && performance.now() < giveUpAt) await Bun.sleep(TICK_MS);
  for (const socket of free) socket.end();
  return {
    sent,
    givenUp,
    accepted: acceptedInTime,
    unanswered: underway,
    refused,
    seconds,
    ...percentiles(accepted),
    worstMs: quantile(accepted, 1),
    refusedP99Ms: percentiles(refusals).p99Ms,
  };
}

function headOf({ path, port, headers }: OpenLoad): string {
  const all = { host: `127.0.0.1:${port}`, "content-type": "application/json", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}`;
}
