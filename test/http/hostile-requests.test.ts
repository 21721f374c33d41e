/** Requests that are all head: floods of headers, of cookies and of parameters, and cursors that nobody gave out. */
import { afterAll, describe, expect, test } from "bun:test";
import { rawAnswer } from "../ingest/raw-socket.ts";
import { matchesPath } from "../../src/http/methods.ts";
import { openDoor } from "./open-door.ts";

const door = await openDoor();
afterAll(() => door.server.stop(100));
const port = Number(new URL(door.server.url).port);
const KEY = `Authorization: Bearer ${door.keys.member}`;

async function statusOf(...lines: string[]): Promise<number> {
  const head = ["GET /scoring/metrics HTTP/1.1", "Host: a", ...lines, "Connection: close"];
  const answer = await rawAnswer(port, [`${head.join("\r\n")}\r\n\r\n`]);
  return Number(answer.split(" ")[1]);
}

const many = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at));

describe("a flood in the head of a request", () => {
  test.each([
    ["many headers", many(1_000, (at) => `X-${at}: a`)],
    ["headers of the same name", many(1_000, () => "X-A: a")],
    ["a header of 20,000 letters", [`X-A: ${"a".repeat(20_000)}`]],
    ["a cookie of 20,000 letters", [`Cookie: ${"a=b; ".repeat(4_000)}`]],
  ])("of %s is 431, and the next one is answered", async (_, lines) => {
    expect(await statusOf(KEY, ...lines)).toBe(431);
    expect(await statusOf(KEY)).toBe(200);
  });

  test("of cookies that just fit is judged like any other", async () => {
    expect(await statusOf(`Cookie: ${"scoring-session=; ".repeat(700)}`)).toBe(401);
    expect(await statusOf(KEY, `Cookie: ${"scoring-session=; ".repeat(700)}`)).toBe(200);
  });
});

describe("a path of slashes only", () => {
  test("is compared no further than needed, so that nobody else waits", () => {
    const path = "/".repeat(15_000);
    // the processor's time, which a busy machine does not stretch
    const before = process.cpuUsage();
    const compared = Array.from({ length: 20_000 }, () => matchesPath("/v1/sessions/:id", path));
    expect(compared).not.toContain(true);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_500);
  });
});

describe("a query", () => {
  test("with thousands of parameters is answered, or refused by name", async () => {
    const query = many(2_500, (at) => `${at.toString(36)}=`).join("&");
    const response = await door.get(`/scoring/metrics?${query}`, door.keys.member);
    expect([200, 400]).toContain(response.status);
  });

  test("that names a prototype is a query like any other", async () => {
    const names = ["__proto__", "constructor", "__proto__[admin]", "constructor.prototype.admin"];
    for (const name of names) {
      const response = await door.get(`/scoring/metrics?${encodeURIComponent(name)}=1`, door.keys.member);
      expect([200, 400]).toContain(response.status);
    }
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
  });
});

describe("a cursor that nobody gave out", () => {
  const sealed = (content: string) => Buffer.from(`${"\0".repeat(16)}${content}`).toString("base64url");
  test.each([
    ["of 15,000 letters", "a".repeat(15_000)],
    ["of deep brackets", sealed("[".repeat(10_000))],
    ["of a prototype", sealed(`{"__proto__":{"from":0,"to":1}}`)],
    ["of no letters that belong to one", "../../etc/passwd"],
    ["of nothing", ""],
  ])("%s is 400, and says so without repeating it", async (_, cursor) => {
    const response = await door.get(
      `/scoring/metrics?cursor=${encodeURIComponent(cursor)}`,
      door.keys.member,
    );
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain("cursor");
    if (cursor !== "") expect(text).not.toContain(cursor);
  });
});
