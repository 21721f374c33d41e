import { afterAll, describe, expect, test } from "bun:test";
import { createProxies } from "../../src/http/sign-in/client.ts";
import { createPages } from "../../src/http/dashboard/pages.ts";
import { createKnownHosts } from "../../src/http/hosts/known-hosts.ts";
import { startServer } from "../../src/http/server.ts";
import { succeed } from "../../src/vocabulary/result.ts";
import { type Door, openDoor } from "./open-door.ts";

const doors: Door[] = [];

async function open(...changes: Parameters<typeof openDoor>): Promise<Door> {
  const door = await openDoor(...changes);
  doors.push(door);
  return door;
}

afterAll(() => Promise.all(doors.map(({ server }) => server.stop(100))));

function listenOn(hostname: string, port: number) {
  return startServer({
    listen: { hostname, port },
    corsOrigins: [],
    certificate: null,
    publicUrl: null,
    proxies: createProxies({ trustedProxies: [], trustedProxyHeader: "x-forwarded-for" }),
    hosts: createKnownHosts({ listen: { hostname, port }, publicUrl: null, hosts: [] }, "machine"),
    intake: { otlp: () => new Response(), capture: async () => succeed({ promptId: null }) },
    misdirected: async () => {},
    isStreamConnected: () => true,
    pages: createPages([]),
    api: { fetch: () => new Response() },
  });
}

describe("a door that cannot be opened", () => {
  test("a busy port is named with what to do", async () => {
    const { server } = await open();
    const port = Number(new URL(server.url).port);
    expect(listenOn("127.0.0.1", port)).toEqual({
      ok: false,
      problem: {
        kind: "port_taken",
        message: `listening on 127.0.0.1:${port}: another program listens there; stop it or choose another --listen`,
      },
    });
  });

  test("an address of another machine is distinguished", () => {
    expect(listenOn("203.0.113.7", 0)).toMatchObject({ ok: false, problem: { kind: "address_unavailable" } });
  });
});

describe("/health", () => {
  test("is 503 without Retry-After when the stream is down", async () => {
    const door = await open({ connected: false });
    const response = await door.get("/health");
    expect([response.status, await response.text()]).toEqual([503, "nats unhealthy"]);
    expect(response.headers.has("retry-after")).toBe(false);
  });

  test("is ok as plain text, without a key and without a line end", async () => {
    const door = await open();
    const response = await door.get("/health");
    expect([response.status, await response.text()]).toEqual([200, "ok"]);
    expect(response.headers.get("content-type")).toBe("text/plain");
  });

  test("answers no other method", async () => {
    const door = await open();
    const response = await door.get("/health", undefined, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("the front door", () => {
  test("gives OTLP paths to ingest before any guard, however many slashes they begin with", async () => {
    const door = await open();
    for (const path of ["/v1/logs", "//v1/traces", "/v1/metrics?x=1"]) {
      const response = await door.get(path, undefined, { method: "POST", body: "{}" });
      expect(await response.json()).toEqual({ taken: "{}" });
    }
  });

  test("lets a body above the limit through to ingest, which has the words for it", async () => {
    const door = await open();
    const body = "x".repeat(2048);
    const response = await door.get("/v1/logs", undefined, { method: "POST", body });
    expect(response.status).toBe(200);
  });

  test("finds its routes under a host of one letter too", async () => {
    const door = await open();
    const response = await door.get("/livez", undefined, { headers: { host: "a" } });
    expect([response.status, await response.json()]).toEqual([200, { status: "alive" }]);
  });

  test("gives every response another id", async () => {
    const door = await open();
    const paths = ["/", "/health", "/livez", "/scoring/scores", "/nowhere"];
    const responses = await Promise.all(paths.map((path) => door.get(path)));
    const ids = responses.map((response) => response.headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(paths.length);
    expect(ids).not.toContain(null);
  });

  test("ends requests under way before it closes", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const door = await open({
      queries: {
        listScores: async () => {
          await promise;
          return { scores: [], total: 0, next: null };
        },
      },
    });
    const asked = door.get("/scoring/scores", door.keys.member);
    await door.get("/livez");
    const stopped = door.server.stop(5_000);
    resolve();
    expect((await asked).status).toBe(200);
    await stopped;
    await expect(door.get("/livez")).rejects.toThrow();
  });
});

describe("telemetry that is sent to another path", () => {
  test.each(["/", "//", "/v1/v1/logs", "/v1/logs/v1/logs", "/logs", "/otlp/v1/traces", "/v1/Logs/metrics/"])(
    "POST %s is noticed, and answered like any other request",
    async (path) => {
      const door = await open();
      const response = await door.get(path, undefined, { method: "POST", body: "{}" });
      expect([401, 405]).toContain(response.status);
      expect(door.misdirected).toHaveLength(1);
    },
  );

  test("in protobuf or gRPC is noticed wherever it goes", async () => {
    const door = await open();
    for (const type of ["application/x-protobuf", "application/grpc+proto"]) {
      const headers = { "content-type": type };
      await door.get("/anywhere", undefined, { method: "POST", headers, body: "x" });
    }
    expect(door.misdirected).toEqual(["/anywhere", "/anywhere"]);
  });

  test("is not what a request of the API is taken for", async () => {
    const door = await open();
    for (const path of ["/scoring/metrics", "/scoring/metrics/recompute", "/v1/intelligence/score-prompt"])
      await door.get(path, door.keys.admin, { method: "POST", body: "{}" });
    await door.get("/v1/telemetry/logs", door.keys.admin);
    expect(door.misdirected).toEqual([]);
  });
});

describe("pages of other origins", () => {
  const preflight = {
    method: "OPTIONS",
    headers: { origin: "https://pages.example", "access-control-request-method": "GET" },
  };

  test("are answered like any caller when no origin is listed", async () => {
    const door = await open();
    const response = await door.get("/scoring/scores", undefined, preflight);
    expect(response.status).toBe(401);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
  });

  test("may call when their origin is listed, others not", async () => {
    const door = await open({ corsOrigins: ["https://pages.example"] });
    const asked = await door.get("/scoring/scores", undefined, preflight);
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "https://pages.example",
    ]);
    const foreign = { headers: { origin: "https://other.example" } };
    const response = await door.get("/scoring/scores", door.keys.member, foreign);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(response.headers.get("vary")).toBe("Origin");
  });
});
