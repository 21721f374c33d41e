/** Guard and router read one path, whatever a request's target and Host header look like. */
import { afterAll, describe, expect, test } from "bun:test";
import { rawAnswer } from "../ingest/raw-socket.ts";
import { openDoor } from "./open-door.ts";

const door = await openDoor();
afterAll(() => door.server.stop(100));
const port = Number(new URL(door.server.url).port);

/** Returns the status and the body of the answer to a request with these lines. */
async function ask(lines: readonly string[], body = ""): Promise<{ status: number; text: string }> {
  const answer = await rawAnswer(port, [`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`]);
  const [head = "", text = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), text };
}

async function statusOf(...lines: string[]): Promise<number> {
  return (await ask(lines)).status;
}

describe("a request without a usable host", () => {
  test.each([
    ["an empty one", "Host:"],
    ["a blank one", "Host:  "],
    ["one with a path", "Host: a/livez"],
    ["one with a query", "Host: a/livez?"],
    ["one with a fragment", "Host: a#"],
    ["one with a user", "Host: user@a"],
    ["one with a blank inside", "Host: a b"],
    ["two of them", "Host: a\r\nHost: b"],
    ["one with a port that is none", "Host: a:99999"],
    ["one with a number that is no address", "Host: 1.2.3.256"],
    ["one with half an address", "Host: [::1"],
    ["one with letters that no name has", "Host: a%00b"],
  ])("%s is 400 on any path, with a key or without", async (_, host) => {
    for (const path of ["/livez", "/v1/openapi.json", "/v1/logs", "/aaaaaa/v1/openapi.json?//x/livez"]) {
      const answer = await ask([`GET ${path} HTTP/1.1`, host]);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.text).toContain("Send one Host header");
      const keyed = await statusOf(`GET ${path} HTTP/1.1`, host, `Authorization: Bearer ${door.keys.admin}`);
      expect([path, keyed]).toEqual([path, 400]);
    }
  });

  test("none at all is 400 with HTTP/1.1", async () => {
    expect(await statusOf("GET /livez HTTP/1.1")).toBe(400);
  });

  test("none at all is fine with HTTP/1.0, and the guard still asks for a key", async () => {
    expect(await ask(["GET /health HTTP/1.0"])).toEqual({ status: 200, text: "ok" });
    expect(await statusOf("GET /livez HTTP/1.0")).toBe(200);
    expect(await statusOf("GET /v1/openapi.json HTTP/1.0")).toBe(401);
    expect(await statusOf("GET /aaaaaa/v1/openapi.json?//x/livez HTTP/1.0")).toBe(401);
    const key = `Authorization: Bearer ${door.keys.member}`;
    expect(await statusOf("GET /v1/openapi.json HTTP/1.0", key)).toBe(200);
  });

  test("a body of HTTP/1.0 reaches ingest", async () => {
    const { status, text } = await ask(["POST /v1/logs HTTP/1.0", "Content-Length: 2"], "{}");
    expect([status, text]).toEqual([200, '{"taken":"{}"}']);
  });
});

describe("a target that hides a path that needs a key", () => {
  test.each([
    "/aaaaaa/v1/openapi.json?//x/livez",
    "/v1/openapi.json?//livez",
    "/v1/openapi.json#/livez",
    "//livez",
    "//x/livez",
    "///livez",
    "/%6civez",
    "/%2flivez",
    "/livez%2f",
    "/livez/..",
    "/livez/../v1/openapi.json",
    "/livez/%2e%2e/v1/openapi.json",
    "/livez/.%2e/v1/openapi.json",
    "/./v1/openapi.json",
    "/v1//openapi.json",
    "/livez/",
    "/livez;/v1/openapi.json",
    "/livez\\..\\v1\\openapi.json",
    "http://x/v1/openapi.json?/livez",
    "http://livez/v1/openapi.json",
    "http://x//livez",
    `/${"a".repeat(8_000)}?/livez`,
  ])("%p is 401", async (target) => {
    // /livez/.. is the front page, which is open
    const expected = target === "/livez/.." ? 200 : 401;
    expect(await statusOf(`GET ${target} HTTP/1.1`, "Host: a")).toBe(expected);
  });

  test("the same in absolute form is as open as the path", async () => {
    expect(await statusOf("GET http://x/livez HTTP/1.1", "Host: a")).toBe(200);
    expect(await statusOf("GET http://x/health HTTP/1.1", "Host: a")).toBe(200);
    expect(await statusOf("GET /x/../livez HTTP/1.1", "Host: a")).toBe(200);
  });

  test.each(["/scoring/scores", "/v1/intelligence/prism", "/v1/intelligence/waste", "/health", "/livez"])(
    "TRACE %s is 405",
    async (path) => {
      const key = `Authorization: Bearer ${door.keys.member}`;
      expect(await statusOf(`TRACE ${path} HTTP/1.1`, "Host: a", key)).toBe(405);
    },
  );

  test("no path at all is 400, one of 20,000 letters 431", async () => {
    expect(await statusOf("GET livez HTTP/1.1", "Host: a")).toBe(400);
    expect(await statusOf("CONNECT a:80 HTTP/1.1", "Host: a")).toBe(400);
    expect(await statusOf(`GET /${"a".repeat(20_000)} HTTP/1.1`, "Host: a")).toBe(431);
  });
});
