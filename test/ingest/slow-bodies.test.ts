/** Bodies that arrive slowly, or never: what they hold of the room, and when they are given up. */
import { afterAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { logs } from "./bodies.ts";
import { startIngestAlone } from "./ingest-alone.ts";
import { rawAnswer } from "./raw-socket.ts";

const HEAD = [
  "POST /v1/logs HTTP/1.1",
  "host: localhost",
  "content-type: application/json",
  "authorization: Bearer test-key",
].join("\r\n");
const CHUNKED = `${HEAD}\r\ntransfer-encoding: chunked\r\n\r\n`;
const announcing = (bytes: number): string => `${HEAD}\r\ncontent-length: ${bytes}\r\n\r\n`;

const patient = await startIngestAlone();
const strict = await startIngestAlone({ pace: { graceMs: 20, bytesPerSecond: 1e12 } });
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all([patient.stop(), strict.stop()]);
});

describe("a body that arrives too slowly", () => {
  test.each([
    ["in pieces", CHUNKED, '5\r\n{"a":\r\n'],
    ["of a short length", announcing(1_000), "{"],
    ["of a long length", announcing(1024 * 1024), "{"],
    ["and never begins", CHUNKED, ""],
  ])("%s is 408, and its connection is closed", async (_, head, piece) => {
    const before = strict.counts().refused.too_slow;
    const answer = await rawAnswer(strict.port, [head, piece]);
    expect(answer).toStartWith("HTTP/1.1 408");
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ code: 4 });
    expect(strict.counts().refused.too_slow).toBe(before + 1);
  });

  test("is 408 after some seconds where nobody chose how slow it may be", async () => {
    expect(await rawAnswer(patient.port, [CHUNKED, '5\r\n{"a":\r\n'])).toStartWith("HTTP/1.1 408");
  });
});

describe("bodies that have not arrived", () => {
  test("take no room, however many are open", async () => {
    for (let count = 0; count < 200; count++) {
      const socket = connect(patient.port, "127.0.0.1");
      sockets.push(socket);
      await once(socket, "connect");
      socket.write(`${count % 2 === 0 ? CHUNKED : announcing(1024 * 1024)}`);
      if (count % 2 === 0) socket.write("1\r\n{\r\n");
    }
    const body = new Blob([JSON.stringify(logs({ body: { stringValue: "x".repeat(700_000) } }))]);
    const sent = await fetch(`http://127.0.0.1:${patient.port}/v1/logs`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer test-key" },
      body: body.stream(),
    });
    expect(sent.status).toBe(200);
  });
});

describe("a zipped body of several members", () => {
  test("is read whole although its end holds the last one's length", async () => {
    const text = JSON.stringify(logs({ body: { stringValue: "b" } }));
    const members = [text.slice(0, 40), text.slice(40, -1), text.slice(-1)].map((part) => gzipSync(part));
    const sent = await fetch(`http://127.0.0.1:${patient.port}/v1/logs`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-encoding": "gzip",
        authorization: "Bearer test-key",
      },
      body: Buffer.concat(members),
    });
    expect(sent.status).toBe(200);
    expect(patient.requests.at(-1)?.body).toBe(text);
  });
});
