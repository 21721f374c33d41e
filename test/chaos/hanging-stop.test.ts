import { beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.ts";
import { logs } from "../ingest/bodies.ts";
import { eventually, startTestAppliance, type TestAppliance } from "../appliance/running.ts";

const DEAF = new URL("../appliance/stubborn-worker.ts", import.meta.url).href;
const LARGE = "a".repeat(1024 * 1024);
const METRICS_PORT = freePort();

let appliance: TestAppliance;

beforeEach(async () => {
  appliance = await startTestAppliance({
    settings: { metricsListen: `127.0.0.1:${METRICS_PORT}` },
    startWorker: (name, usual) => (name === "engine" ? new Worker(DEAF, { argv: ["deaf"] }) : usual()),
    stopWithinMs: 9_000,
  });
});

function streamPid(): number {
  return Number(readFileSync(join(appliance.directory, "nats/nats.pid"), "utf8"));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Sends half a request and keeps the connection. */
async function sendHalf(port: number, path: string, key: string): Promise<void> {
  const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data: () => {} } });
  const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\nContent-Length: 900\r\n\r\n{`);
}

describe("a stop while everything hangs: the stream's server, the engine, senders, a scraper", () => {
  test("ends, and leaves no server behind", async () => {
    const { key } = await appliance.addOrganization();
    const pid = streamPid();
    process.kill(pid, "SIGSTOP");
    const waiting = Array.from({ length: 40 }, (_, number) =>
      appliance.send("/v1/logs", logs({ body: { stringValue: `${number} ${LARGE}` } }), key).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await sendHalf(appliance.port, "/v1/logs", key);
    await sendHalf(METRICS_PORT, "/metrics", key);
    const scrape = fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`).then(
      ({ status }) => status,
      () => 0,
    );
    await eventually(
      async () => (await (await fetch(`${appliance.url}/health`)).text()) === "nats unhealthy",
    );
    await appliance.stop();
    await eventually(async () => !isAlive(pid));
    for (const status of await Promise.all(waiting)) expect([0, 503]).toContain(status);
    expect([0, 200]).toContain(await scrape);
  });
});
