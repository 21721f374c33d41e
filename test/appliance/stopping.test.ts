/** How the appliance stops: it says so first, finishes what it took, and loses nothing that it answered with 200. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logs } from "../ingest/bodies.ts";
import { eventually, startTestAppliance } from "./running.ts";
import { serveProcess } from "./served-process.ts";

const directory = mkdtempSync(join(tmpdir(), "stopping-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Statuses of what the sender was answered; null for a connection that was refused or cut. */
async function sendUntilRefused(url: string, key: string, acknowledged: Set<string>): Promise<number | null> {
  for (let number = 0; ; number++) {
    const name = `${crypto.randomUUID()} ${number}`;
    try {
      const response = await fetch(`${url}/v1/logs`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify(logs({ body: { stringValue: name } })),
      });
      if (response.status !== 200) return response.status;
      acknowledged.add(name);
    } catch {
      return null;
    }
  }
}

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
    other.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(await other.heard(/HTTP\/1\.1 200[^]*}}/)).toContain(`"ready"`);
    const stopped = stopping.stop();
    other.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(await other.heard(/HTTP\/1\.1 503[^]*}}/)).toContain(`"not_ready"`);
    other.send(`POST /v1/logs HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\n{}`);
    expect(await other.heard(/HTTP\/1\.1 503[^]*}/i)).toMatch(/retry-after: 5/i);
    slow.send(body.slice(9));
    expect(await slow.heard(/HTTP\/1\.1 \d+/)).toBe("HTTP/1.1 200");
    other.close();
    slow.close();
    await stopped;
  });
});

describe("SIGTERM under load", () => {
  test("ends with 0, and everything that was answered with 200 is there afterwards", async () => {
    const { child, url } = await serveProcess(directory);
    const key = /member (\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
    const acknowledged = new Set<string>();
    const senders = Array.from({ length: 16 }, () => sendUntilRefused(url, key, acknowledged));
    await eventually(async () => acknowledged.size > 200);
    child.kill("SIGTERM");
    const last = await Promise.all(senders);
    expect(await child.exited).toBe(0);
    expect(last.filter((status) => status !== null && status !== 503)).toEqual([]);

    const again = await startTestAppliance({ directory });
    await again.written();
    const found = new Set<string>();
    for (let cursor: string | null = ""; cursor !== null;) {
      const after = cursor === "" ? "" : `&cursor=${cursor}`;
      const answer = await again.get(`/v1/telemetry/logs?from=2020-01-01T00:00:00Z&limit=500${after}`, key);
      const page = (await answer.json()) as { logs: { body: string }[]; nextCursor: string | null };
      for (const { body } of page.logs) {
        expect(found.has(body)).toBe(false);
        found.add(body);
      }
      cursor = page.nextCursor;
    }
    expect(acknowledged.size).toBeGreaterThan(0);
    expect([...acknowledged].filter((name) => !found.has(name))).toEqual([]);
    await again.stop();
  });
});
