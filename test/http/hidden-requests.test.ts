/** Requests that hide another one: where a proxy and this server could disagree about where one ends, nothing is done. */
import { afterAll, describe, expect, test } from "bun:test";
import { rawAnswer } from "../ingest/raw-socket.ts";
import { openDoor } from "./open-door.ts";

const door = await openDoor();
afterAll(() => door.server.stop(100));
const port = Number(new URL(door.server.url).port);

const HIDDEN = "GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const ANSWER_OF_HIDDEN = `{"status":"alive"}`;
const POST = `POST /v1/logs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${door.keys.member}\r\n`;
const CHUNKS = "2\r\n{}\r\n0\r\n\r\n";

const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe("a request that could end in two places is 400, and its connection is closed", () => {
  test.each([
    ["a length and chunks", `Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`],
    ["chunks and a length", `Transfer-Encoding: chunked\r\nContent-Length: 16\r\n\r\n${CHUNKS}`],
    ["two lengths", "Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}"],
    ["two lengths in one", "Content-Length: 2, 60\r\n\r\n{}"],
    ["a length with a sign", "Content-Length: +2\r\n\r\n{}"],
    ["a length in hexadecimal", "Content-Length: 0x2\r\n\r\n{}"],
    ["a length that wraps around", "Content-Length: 18446744073709551618\r\n\r\n{}"],
    ["an empty length", "Content-Length:\r\n\r\n{}"],
    ["a blank before the colon of the length", "Content-Length : 2\r\n\r\n{}"],
    ["a blank before the colon of the encoding", `Transfer-Encoding : chunked\r\n\r\n${CHUNKS}`],
    ["another encoding before", `Transfer-Encoding: identity, chunked\r\n\r\n${CHUNKS}`],
    ["another encoding behind", `Transfer-Encoding: chunked, identity\r\n\r\n${CHUNKS}`],
    ["a second encoding", `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${CHUNKS}`],
    ["an encoding nearly spelt right", `Transfer-Encoding: xchunked\r\n\r\n${CHUNKS}`],
    ["an encoding on the next line", `Transfer-Encoding:\r\n chunked\r\n\r\n${CHUNKS}`],
    ["an encoding behind a control character", `Transfer-Encoding: \u000bchunked\r\n\r\n${CHUNKS}`],
    ["a chunk with a sign", "Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n"],
    ["a chunk whose size has 0x", "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n"],
    ["a chunk that is longer than it says", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n"],
    ["chunks with line feeds only", "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n"],
    ["a line feed in a chunk's extension", "Transfer-Encoding: chunked\r\n\r\n2;\nx\r\n{}\r\n0\r\n\r\n"],
    ["a line that ends with a line feed only", "X: y\nContent-Length: 2\r\n\r\n{}"],
    ["a carriage return in a value", "X: y\rContent-Length: 60\r\n\r\n"],
    ["a zero byte in a value", "X: y\0\r\n\r\n"],
    ["a line that goes on", "X: y\r\n Content-Length: 60\r\n\r\n"],
  ])("%s", async (_, rest) => {
    const answer = await rawAnswer(port, [POST + rest + HIDDEN]);
    expect(statusesOf(answer)).toEqual([400]);
    expect(answer).not.toContain(ANSWER_OF_HIDDEN);
  });

  test("with HTTP/1.0, which knows no chunks, it is too", async () => {
    const head = POST.replace("HTTP/1.1", "HTTP/1.0");
    const answer = await rawAnswer(port, [`${head}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}${HIDDEN}`]);
    expect(answer).toStartWith("HTTP/1.1 400");
    expect(answer).not.toContain(ANSWER_OF_HIDDEN);
  });
});

describe("a body that looks like a request is a body", () => {
  const length = `Content-Length: ${HIDDEN.length}\r\n\r\n`;
  const last = "GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

  test.each([
    ["a question that needs none", 401, "GET /scoring/scores HTTP/1.1\r\nHost: a\r\n"],
    ["health", 200, "GET /health HTTP/1.1\r\nHost: a\r\n"],
    ["a page", 200, "GET / HTTP/1.1\r\nHost: a\r\n"],
    ["a change without a key", 401, "PUT /scoring/baselines HTTP/1.1\r\nHost: a\r\n"],
    ["another method", 405, "POST /health HTTP/1.1\r\nHost: a\r\n"],
    ["a foreign name", 421, "POST / HTTP/1.1\r\nHost: evil.example\r\n"],
    ["a host that is none", 400, "POST / HTTP/1.1\r\nHost: a/b\r\n"],
  ])("of %s, at once or later", async (_, status, head) => {
    for (const pieces of [[head + length + HIDDEN + last], [head + length, HIDDEN, last]]) {
      const answer = await rawAnswer(port, pieces);
      expect(statusesOf(answer)).toEqual([status, 200]);
      expect(answer).not.toContain(ANSWER_OF_HIDDEN);
    }
  });
});
