/** How the appliance stops: it says so first, and finishes what it took; test/chaos/stop.test.ts stops it under load. */
import { describe, expect, test } from "bun:test";
import { logs } from "../ingest/bodies.ts";
import { eventually, startTestAppliance } from "./running.ts";

/** One connection, kept open: what is sent on it, and what comes back. */
async function connect(port: number) {
  let heard = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: { data: (_, bytes) => void (heard += bytes.toString()) },
  });
  return {
    send: (text: string) => void socket.write(text),
    heard: async (pattern: RegExp) => {
      await eventually(async () => pattern.test(heard));
      const [found = ""] = pattern.exec(heard) ?? [];
      heard = "";
      return found;
    },
    close: () => socket.end(),
  };
}

describe("an appliance that stops", () => {
  test("G15: fails its readiness and answers OTLP with 503, and ends what is under way", async () => {
    const stopping = await startTestAppliance();
    const { key } = await stopping.addOrganization();
    const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    const slow = await connect(stopping.port);
    const other = await connect(stopping.port);
    const body = JSON.stringify(logs({ body: { stringValue: "slow" } }));
    slow.send(`POST /v1/logs HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`);
    // one that has just started on a busy machine may not be ready for a moment
    await eventually(async () => {
      other.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return /^HTTP\/1\.1 200[^]*"ready"/.test(await other.heard(/HTTP\/1\.1 \d+[^]*}}/));
    });
    const stopped = stopping.stop();
    // the test's own reader is closed first, which a busy machine takes its time for
    await eventually(async () => {
      other.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return /^HTTP\/1\.1 503[^]*"not_ready"/.test(await other.heard(/HTTP\/1\.1 \d+[^]*}}/));
    });
    other.send(`POST /v1/logs HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\n{}`);
    expect(await other.heard(/HTTP\/1\.1 503[^]*}/i)).toMatch(/retry-after: 5/i);
    slow.send(body.slice(9));
    expect(await slow.heard(/HTTP\/1\.1 \d+/)).toBe("HTTP/1.1 200");
    other.close();
    slow.close();
    await stopped;
  });
});
