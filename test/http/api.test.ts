import { afterAll, describe, expect, test } from "bun:test";
import { REMOVED_ENDPOINTS } from "../../src/http/removed.ts";
import { Refusal } from "../../src/http/refusal.ts";
import { mintKey } from "../../src/identity/keys/key.ts";
import { NOW } from "../identity/identity-database.ts";
import { type Door, openDoor } from "./open-door.ts";

const doors: Door[] = [];

async function open(...changes: Parameters<typeof openDoor>): Promise<Door> {
  const door = await openDoor(...changes);
  doors.push(door);
  return door;
}

afterAll(() => Promise.all(doors.map(({ server }) => server.stop(100))));

const door = await open();

const KEYED = [
  "/scoring/scores",
  "/scoring/metrics",
  "/v1/telemetry/logs",
  "/v1/openapi.json",
  "/v1/insights/report",
  "/v1/intelligence/prism",
  "/nowhere",
  ...Object.keys(REMOVED_ENDPOINTS),
];

describe("without a key in force", () => {
  test.each(KEYED)("%s is refused whatever the method", async (path) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await door.get(path, undefined, { method });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ title: "Unauthorized", status: 401 });
    }
  });

  test("a key that nobody made is refused as invalid", async () => {
    const response = await door.get("/scoring/scores", mintKey());
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  });
});

describe("requests that are refused", () => {
  test.each([
    ["/scoring/scores?from=yesterday", "from"],
    ["/scoring/scores?from=2026-11-01", "from"],
    ["/scoring/scores?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z", "from"],
    ["/scoring/scores?period=year", "period"],
    ["/scoring/scores?limit=0", "limit"],
    ["/scoring/metrics?limit=501", "limit"],
    ["/scoring/metrics?limit=ten", "limit"],
    ["/scoring/metrics?limit=1.5", "limit"],
    ["/scoring/metrics?cursor=abc", "cursor"],
    ["/v1/telemetry/logs?severity=25", "severity"],
  ])("%s", async (path, field) => {
    const response = await door.get(path, door.keys.member);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: 400, errors: [{ path: field }] });
  });

  test("the caller's own words are never repeated", async () => {
    const response = await door.get("/scoring/scores?limit=PRIVATE&from=PRIVATE", door.keys.member);
    expect(await response.text()).not.toContain("PRIVATE");
  });

  test("an unknown path is 404, a wrong method 405 with Allow", async () => {
    expect((await door.get("/scoring/nothing", door.keys.member)).status).toBe(404);
    const response = await door.get("/scoring/scores", door.keys.member, { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  });

  test("a query past its deadline is 503 without Retry-After", async () => {
    const slow = await open({
      queries: { listScores: () => Promise.reject(new Refusal(503, { detail: "slow" })) },
    });
    const response = await slow.get("/scoring/scores", slow.keys.member);
    expect(response.status).toBe(503);
    expect(response.headers.has("retry-after")).toBe(false);
  });

  test("what breaks inside is logged with the request's id and hidden from the caller", async () => {
    const broken = await open({
      queries: { listScores: () => Promise.reject(new Error("at /secret/path")) },
    });
    const response = await broken.get("/scoring/scores", broken.keys.member);
    const requestId = response.headers.get("x-request-id") ?? "none";
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(broken.log.join("")).toContain("/secret/path");
    expect(broken.log.join("")).toContain(requestId);
  });
});

describe("a path that another route would take as a name", () => {
  test("reports its own methods only", async () => {
    const response = await door.get("/v1/insights/report/generate", door.keys.member, { method: "PUT" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("removed endpoints", () => {
  test.each(Object.entries(REMOVED_ENDPOINTS))("%s names its replacement", async (path, { replacement }) => {
    const response = await door.get(path, door.keys.member, { method: "POST" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: 404, replacement });
  });

  test.each(Object.keys(REMOVED_ENDPOINTS))("%s is gone for every method", async (path) => {
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const response = await door.get(path, door.keys.member, { method });
      expect(response.status).toBe(404);
    }
  });

  test("prism is 410 with a pointer to the scores", async () => {
    const response = await door.get("/v1/intelligence/prism", door.keys.member);
    expect(response.status).toBe(410);
    expect(response.headers.get("link")).toBe('</scoring/scores>; rel="successor-version"');
    expect(await response.json()).toMatchObject({ replacement: "/scoring/scores" });
  });
});

describe("what a list is asked", () => {
  test("the last 30 days until now, everything of the organization", async () => {
    const response = await door.get("/scoring/scores", door.keys.member);
    expect(door.asked.at(-1)).toMatchObject({
      from: NOW - 30 * 86_400_000,
      to: NOW,
      period: "all",
      developer: null,
      limit: 500,
      scope: { onlyDeveloper: null },
    });
    expect(await response.json()).toEqual({
      baseline: "learned",
      from: "2026-10-22T12:00:00.000Z",
      to: "2026-11-21T12:00:00.000Z",
      period: "all",
      scores: [],
      total: 0,
      nextCursor: null,
    });
  });

  test("with a bound member key only its developer's rows, whomever it asks for", async () => {
    await door.get("/v1/telemetry/logs?developer=grace&q=x", door.keys.bound);
    expect(door.asked.at(-1)).toMatchObject({
      scope: { onlyDeveloper: door.boundTo },
      developer: "grace",
      text: "x",
    });
  });

  test("with another organization's key that organization's rows", async () => {
    await door.get("/scoring/metrics?session_id=s", door.keys.member);
    const ours = door.asked.at(-1) as { scope: { organizationId: string } };
    await door.get("/scoring/metrics?session_id=s", door.keys.foreign);
    const theirs = door.asked.at(-1) as { scope: { organizationId: string } };
    expect(theirs.scope.organizationId).not.toBe(ours.scope.organizationId);
  });

  test("times with any offset, also with a plus that was not escaped; unknown parameters are let be", async () => {
    await door.get("/scoring/metrics?from=2026-11-01T02:00:00%2B02:00&x=1", door.keys.member);
    expect(door.asked.at(-1)).toMatchObject({ from: Date.parse("2026-11-01T00:00:00Z") });
    await door.get("/scoring/metrics?from=2026-11-01T02:00:00+02:00", door.keys.member);
    expect(door.asked.at(-1)).toMatchObject({ from: Date.parse("2026-11-01T00:00:00Z") });
  });
});

describe("the text of a parameter", () => {
  test.each(["a,b", "{}", '{"a":1}', "[]", "[1,2]", ",", "a+b", "ä&=%", " "])(
    "%p is taken as it is",
    async (text) => {
      const query = new URLSearchParams({ q: text, event: text, session_id: text, developer: text });
      const response = await door.get(`/v1/telemetry/logs?${query.toString()}`, door.keys.member);
      expect(response.status).toBe(200);
      expect(door.asked.at(-1)).toMatchObject({ text, event: text, sessionId: text, developer: text });
    },
  );

  test("sent twice is refused by name, unless nobody knows the parameter", async () => {
    const response = await door.get("/v1/telemetry/logs?q=a&q=b", door.keys.member);
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ path: "q" }] }]);
    expect((await door.get("/v1/telemetry/logs?x=a&x=b", door.keys.member)).status).toBe(200);
  });
});

describe("a cursor", async () => {
  const position = { startedAt: 5, subSessionId: "a" };
  const paged = await open({ next: position });
  const path = "/scoring/metrics?developer=ada";
  const first = (await (await paged.get(path, paged.keys.member)).json()) as { nextCursor: string };
  const cursor = first.nextCursor;

  test.each([
    ["changed by a letter", `${path}&cursor=${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`],
    ["of another filter", `/scoring/metrics?developer=grace&cursor=${cursor}`],
    ["of another window", `${path}&to=2026-11-30T00:00:00Z&cursor=${cursor}`],
    ["of another list", `/scoring/scores?developer=ada&cursor=${cursor}`],
  ])("%s is refused", async (_, tampered) => {
    expect((await paged.get(tampered, paged.keys.member)).status).toBe(400);
  });

  test("of another organization or scope is refused", async () => {
    expect((await paged.get(`${path}&cursor=${cursor}`, paged.keys.foreign)).status).toBe(400);
    expect((await paged.get(`${path}&cursor=${cursor}`, paged.keys.bound)).status).toBe(400);
  });

  test("goes on after its last row, in the window of the first page, with any limit", async () => {
    const response = await paged.get(`${path}&limit=3&cursor=${cursor}`, paged.keys.member);
    expect(response.status).toBe(200);
    expect(paged.asked.at(-1)).toMatchObject({ after: position, to: NOW, limit: 3 });
  });
});

describe("health", () => {
  test("a stage that is not ready makes the whole 503, and its exception stays inside", async () => {
    const stages = {
      stream: () => ({ ready: true, detail: null }),
      database: () => Promise.reject(new Error("/secret/scoring.db is locked")),
    };
    const unready = await open({ stages });
    const response = await unready.get("/readyz");
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      status: "not_ready",
      stages: {
        stream: { ready: true, detail: null },
        database: { ready: false, detail: "its check failed" },
      },
    });
  });

  test("needs no key", async () => {
    expect(await (await door.get("/livez")).json()).toEqual({ status: "alive" });
    expect(await (await door.get("/readyz")).json()).toEqual({ status: "ready", stages: {} });
  });
});
