import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { logRecordsOf, logs } from "../../ingest/bodies.ts";
import { answersInTurn, rawAnswer } from "../../ingest/raw-socket.ts";
import { joinReceiver } from "../../ingest/receiver.ts";

const receiver = await joinReceiver();
afterAll(() => receiver.stop());
beforeEach(async () => void (await receiver.stored()));

const TEXT = bodyOf("never stored");
const GZIP = { "content-encoding": "gzip" };

const HEAD = `POST /v1/logs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${receiver.key}\r\nContent-Type: application/json\r\n`;

async function bodies(): Promise<(string | undefined)[]> {
  return logRecordsOf(await receiver.stored()).map(({ body }) => body?.stringValue);
}

async function statusOf(body: unknown, headers: Record<string, string> = {}): Promise<number> {
  return (await receiver.send("/v1/logs", body, headers)).status;
}

describe("a body that is refused", () => {
  test.each([
    ["B7", "nothing", ""],
    ["B9", "white space", " \n\t "],
    ["B10", "two values", "{}{}"],
    ["B11", "JSON lines", `${TEXT}\n${TEXT}`],
    ["B12", "half a value", `{"resourceLogs":[`],
    ["D19", "a bare NaN", `{"resourceLogs":[{"x":NaN}]}`],
  ])("%s: %s is 400, and nothing is stored", async (_, _what, body) => {
    const response = await receiver.send("/v1/logs", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 3, message: expect.any(String) });
    expect(await receiver.stored()).toEqual([]);
  });

  test.each([
    ["B17", "plain JSON", new TextEncoder().encode(TEXT)],
    ["B18", "half a gzip", gzipSync(TEXT).subarray(0, -12)],
    ["B20", "gzip and garbage", Buffer.concat([gzipSync(TEXT), Buffer.from("garbage")])],
    ["B18", "half a large gzip", gzipSync(crypto.getRandomValues(new Uint8Array(50_000))).subarray(0, -12)],
  ])("%s: %s under gzip is 400", async (_, _what, body) => {
    expect(await statusOf(body, GZIP)).toBe(400);
    expect(await receiver.stored()).toEqual([]);
  });

  test("B23: another encoding is 415, and the one to use is named", async () => {
    const response = await receiver.send("/v1/logs", TEXT, { "content-encoding": "compress" });
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "gzip"]);
  });

  test("B24: one byte over the limit is 413, with the limit and a closed connection; at the limit it is taken", async () => {
    const padding = " ".repeat(receiver.limitBytes - Buffer.byteLength(TEXT));
    const response = await receiver.send("/v1/logs", `${TEXT}${padding} `);
    expect(response.status).toBe(413);
    expect(response.headers.get("connection")).toBe("close");
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining(`${receiver.limitBytes}`),
    });
    expect(await receiver.stored()).toEqual([]);
    expect(await statusOf(TEXT + padding)).toBe(200);
  });

  test("B24: over the limit is 413 for a chunked body too", async () => {
    const chunk = new Uint8Array(64 * 1024).fill(32);
    let left = 20;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    expect(await statusOf(body)).toBe(413);
  });

  test.each([
    ["announced", (bytes: Uint8Array<ArrayBuffer>) => bytes],
    ["chunked", (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream()],
  ])("B24: however far over the limit, 413 is a Status, %s", async (_, sent) => {
    const response = await receiver.send("/v1/logs", sent(new Uint8Array(8 * receiver.limitBytes).fill(32)));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 3, message: expect.any(String) });
  });

  test("B25: a gzip bomb is 413", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 32));
    expect(bomb.byteLength).toBeLessThan(110_000);
    expect(await statusOf(bomb, GZIP)).toBe(413);
  });

  test.each([
    [
      "B4",
      "both a length and chunks",
      `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ["B5", "two lengths", `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ])("%s: %s is 400, and the connection is closed", async (_, _what, request) => {
    expect(await rawAnswer(receiver.port, [request])).toStartWith("HTTP/1.1 400");
    expect(await receiver.stored()).toEqual([]);
  });

  test("B6: a body shorter than its length stores nothing, and the receiver lives on", async () => {
    await rawAnswer(receiver.port, [`${HEAD}Content-Length: 500\r\n\r\n${TEXT}`], "half");
    expect(await receiver.stored()).toEqual([]);
    expect(await statusOf("{}")).toBe(200);
  });
});

describe("a body that is taken", () => {
  test("B8: an empty object holds nothing", async () => {
    expect(await statusOf("{}")).toBe(200);
    expect(await receiver.stored()).toEqual([]);
  });

  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
  type Encoding = [string, (text: string) => string | Uint8Array, Record<string, string>];

  test.each<Encoding>([
    ["B22: identity", (text) => text, { "content-encoding": "identity" }],
    ["B15: gzip", (text) => gzipSync(text), GZIP],
    ["B16: GZIP", (text) => gzipSync(text), { "content-encoding": "GZIP" }],
    ["B16: x-gzip", (text) => gzipSync(text), { "content-encoding": "x-gzip" }],
    [
      "B19: two gzip members",
      (text) => Buffer.concat(halves(utf8(text)).map((half) => gzipSync(half))),
      GZIP,
    ],
    ["B13: a byte order mark", (text) => `\ufeff${text}`, {}],
    ["B14: indented JSON", (text) => JSON.stringify(JSON.parse(text), null, 2), {}],
  ])("%s", async (name, encode, headers) => {
    expect(await statusOf(encode(bodyOf(name)), headers)).toBe(200);
    expect(await bodies()).toEqual([`${name}, 世界`]);
  });

  test.each<[string, (text: string) => Uint8Array[], Record<string, string>]>([
    ["B1: chunks", (text) => halves(utf8(text)), {}],
    ["B3: a character split over two chunks", (text) => splitCharacter(utf8(text)), {}],
    ["B21: gzip in chunks", (text) => halves(gzipSync(text)), GZIP],
  ])("%s", async (name, encode, headers) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of encode(bodyOf(name))) controller.enqueue(chunk);
        controller.close();
      },
    });
    expect(await statusOf(body, headers)).toBe(200);
    expect(await bodies()).toEqual([`${name}, 世界`]);
  });

  test("B2: chunks of one byte, with extensions", async () => {
    const chunks = [...utf8(bodyOf("B2"))].map((byte) =>
      Buffer.concat([Buffer.from("1;a=b\r\n"), Buffer.of(byte), Buffer.from("\r\n")]),
    );
    const head = `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const request = Buffer.concat([Buffer.from(head), ...chunks, Buffer.from("0\r\n\r\n")]);
    expect(await rawAnswer(receiver.port, [request])).toStartWith("HTTP/1.1 200");
    expect(await bodies()).toEqual(["B2, 世界"]);
  });

  test("B2: trailers after the chunks are too much for Bun's own parser, whatever was answered before", async () => {
    const request = `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n`;
    const answer = await rawAnswer(receiver.port, [request]);
    expect(answer).toEndWith("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });

  test("B26: three requests on one connection", async () => {
    const requests = ["one", "two", "three"].map((name) => requestOf(bodyOf(name)));
    const last = requests[2]?.replace("Host: a", "Host: a\r\nConnection: close") ?? "";
    const answers = await answersInTurn(receiver.port, [...requests.slice(0, 2), last]);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(3).fill("HTTP/1.1 200"));
    expect(await bodies()).toEqual(["one, 世界", "two, 世界", "three, 世界"]);
  });
});

/** No two bodies may be alike: of equal ones only the first is stored. */
function bodyOf(name: string): string {
  return JSON.stringify(logs({ body: { stringValue: `${name}, 世界` } }));
}

function requestOf(text: string): string {
  return `${HEAD}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

function halves(bytes: Uint8Array): Uint8Array[] {
  return [bytes.slice(0, 30), bytes.slice(30)];
}

function splitCharacter(bytes: Uint8Array): Uint8Array[] {
  const middle = bytes.indexOf(0xe4) + 1; // inside 世
  return [bytes.slice(0, middle), bytes.slice(middle)];
}
