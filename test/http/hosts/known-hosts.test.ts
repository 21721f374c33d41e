/** A page that makes its own name mean this machine reaches neither the dashboard nor the API. */
import { afterAll, describe, expect, test } from "bun:test";
import { createKnownHosts } from "../../../src/http/hosts/known-hosts.ts";
import { openMetricsDoor } from "../../../src/http/self/metrics-door.ts";
import { silentLog } from "../../../src/vocabulary/log.ts";
import { type Door, openDoor } from "../open-door.ts";

const SETTINGS = { listen: { hostname: "127.0.0.1", port: 0 }, publicUrl: null, hosts: [] };

const door = await openDoor({ hosts: ["scoring.lan"], publicUrl: "https://scoring.example.com/path" });
const measured = openMetricsDoor({
  listen: SETTINGS.listen,
  hosts: createKnownHosts(SETTINGS, "desk.example"),
  measure: async () => [],
  log: silentLog,
});
if (!measured.ok) throw new Error(measured.problem.message);
afterAll(async () => {
  await Promise.all([door.server.stop(100), measured.value.stop(100)]);
});

function statusAs(host: string, path: string, init: RequestInit = {}): Promise<number> {
  return fetch(`${door.server.url}${path}`, { ...init, headers: { host, ...init.headers } }).then(
    ({ status }) => status,
  );
}

const keyed = ({ keys }: Door) => ({ headers: { authorization: `Bearer ${keys.admin}` } });

describe("a name that is not the server's", () => {
  test.each(["/", "/status", "/v1/openapi.json", "/v1/session", "/scoring/scores", "/nothing"])(
    "is 421 for %s, with a key and without",
    async (path) => {
      for (const host of ["evil.example", "evil.example:4318", "127.0.0.1.evil.example", "scoring.local"]) {
        expect([host, await statusAs(host, path)]).toEqual([host, 421]);
        expect([host, await statusAs(host, path, keyed(door))]).toEqual([host, 421]);
      }
    },
  );

  test("hears what to set", async () => {
    const answer = await fetch(`${door.server.url}/`, { headers: { host: "evil.example" } });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.has("x-request-id")).toBe(true);
    expect(await answer.json()).toMatchObject({
      title: "Misdirected Request",
      detail: expect.stringContaining("This server is not known as evil.example."),
    });
  });

  test("is refused before anything is done, and before preflights of other origins learn any methods", async () => {
    const before = door.asked.length;
    await statusAs("evil.example", "/scoring/scores", keyed(door));
    expect(door.asked.length).toBe(before);
    expect(await statusAs("evil.example", "/v1/session", { method: "OPTIONS" })).toBe(421);
  });

  test.each(["/v1/logs", "/v1/metrics/", "/v1/traces"])(
    "is fine for telemetry to %s: agents in containers call the server many names",
    async (path) => {
      expect(await statusAs("collector.local:4318", path, { method: "POST", body: "{}" })).toBe(200);
    },
  );

  test.each(["/health", "/livez", "/readyz"])("is fine for %s, which probes ask", async (path) => {
    expect(await statusAs("scoring.default.svc.cluster.local", path)).toBe(200);
  });

  test("is 421 at the door of measurements, which asks for no key", async () => {
    const ask = (host: string) => fetch(`${measured.value.url}/metrics`, { headers: { host } });
    expect((await ask("evil.example")).status).toBe(421);
    expect((await ask("scoring:9464")).status).toBe(200);
  });
});

describe("the server's own names", () => {
  test.each([
    ["an address", "192.0.2.7:4318"],
    ["an address of IPv6", "[2001:db8::1]:4318"],
    ["localhost", "localhost:4318"],
    ["a name below localhost", "scoring.localhost"],
    ["a name without a dot, as containers have", "scoring:4318"],
    ["a container's name for its host", "host.docker.internal:4318"],
    ["the machine's own", "Desk.Example."],
    ["the one of public_url", "scoring.example.com"],
    ["one of hosts", "SCORING.lan:4318"],
  ])("include %s", async (_, host) => {
    expect(await statusAs(host, "/v1/openapi.json", keyed(door))).toBe(200);
  });

  test("are all names when hosts says so", () => {
    const request = new Request("http://any.example/");
    expect(createKnownHosts({ ...SETTINGS, hosts: ["*"] }, "m").refuse(request)).toBeNull();
    expect(createKnownHosts(SETTINGS, "m").refuse(request)?.status).toBe(421);
  });
});
