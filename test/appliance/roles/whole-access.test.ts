/** An engine with two ingest nodes in front of it: every route answers there as at the engine. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chromiumPath, openBrowser, openPage } from "../../../scripts/browser/open-browser.ts";
import { REMOVED_ENDPOINTS } from "../../../src/http/removed.ts";
import type { FirstKeys } from "../../../src/identity/first-keys.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { type Cluster, startCluster } from "../../engines/cluster.ts";
import { eventually } from "../../eventually.ts";
import { isSkipped } from "../../skipped.ts";
import { askWith, sendRecord, startNode, type TestNode } from "./node.ts";

let cluster: Cluster;
let engine: TestNode;
let first: TestNode;
let second: TestNode;
let keys: FirstKeys;

beforeAll(async () => {
  cluster = await startCluster();
  const natsUrl = cluster.settings.natsUrl;
  engine = await startNode({
    role: "engine",
    natsUrl,
    trustedProxies: ["127.0.0.1"],
    hosts: ["scoring.lan"],
  });
  if (engine.firstKeys === null) throw new Error("a first start makes keys");
  keys = engine.firstKeys;
  const ingest = { role: "ingest", natsUrl, engineUrl: [engine.url] };
  [first, second] = await Promise.all([startNode(ingest), startNode(ingest)]);
  for (const node of [first, second])
    await eventually(async () => (await fetch(`${node.url}/readyz`)).status === 200);
}, 600_000);

afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await engine.stop();
  await cluster.stop();
}, MINUTE);

/** What is the same in two answers to one question, whatever their moment. */
interface Shape {
  status: number;
  headers: Record<string, string | null>;
  body: unknown;
}

const COMPARED = [
  "content-type",
  "www-authenticate",
  "allow",
  "link",
  "cache-control",
  "retry-after",
  "location",
];

async function shapeOf(response: Response): Promise<Shape> {
  const headers = Object.fromEntries(COMPARED.map((name) => [name, response.headers.get(name)]));
  const type = headers["content-type"] ?? "";
  if (type.startsWith("text/event-stream")) await response.body?.cancel();
  const isJson = /^application\/(problem\+)?json(;|$)/.test(type);
  const text = type.startsWith("text/event-stream") ? "" : await response.text();
  const body = isJson && text !== "" ? namesIn(JSON.parse(text)) : null;
  return { status: response.status, headers, body };
}

/** Values differ by the moment; which there are does not. */
function namesIn(value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : null;
}

/** Signs in with the admin key at a node's own address. */
async function browserAt(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ key: keys.admin }),
  });
  expect(response.status).toBe(204);
  return { cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "", origin: url };
}

type Who = (url: string) => Record<string, string> | Promise<Record<string, string>>;

const CALLERS: readonly [string, Who][] = [
  ["nobody", () => ({})],
  ["a member key", () => ({ authorization: `Bearer ${keys.member}` })],
  ["an admin key", () => ({ authorization: `Bearer ${keys.admin}` })],
  ["a signed-in browser", browserAt],
];

/** Ingest's own, what ends the sign-in or the key that is compared, and what goes on after its answer. */
const OTHERWISE =
  /^(GET \/(health|livez|readyz|metrics)|POST \/v1\/(logs|metrics|traces|prompts|prompts\/response)|DELETE \/v1\/(session|sign-ins)|POST \/v1\/(session\/rotation|insights\/report\/generate))$/;

async function operations(): Promise<{ name: string; method: string; path: string }[]> {
  const { paths } = (await (await askWith(keys.admin, `${engine.url}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, object | string>>;
  };
  return Object.entries(paths)
    .filter(([path]) => !path.endsWith("/prism"))
    .flatMap(([path, described]) =>
      Object.entries(described)
        .filter(([, operation]) => typeof operation === "object")
        .map(([method]) => ({ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path })),
    )
    .filter(({ name }) => !OTHERWISE.test(name));
}

const AT_ONCE = 8;

async function inGroups<From, To>(
  all: readonly From[],
  work: (operation: From) => Promise<To>,
): Promise<To[]> {
  const done: To[] = [];
  for (let first = 0; first < all.length; first += AT_ONCE)
    done.push(...(await Promise.all(all.slice(first, first + AT_ONCE).map(work))));
  return done;
}

describe("every route", () => {
  test.each(CALLERS)(
    "answers %s at an ingest node as at the engine",
    async (_, who) => {
      const [atEngine, atNode] = [await who(engine.url), await who(first.url)];
      const all = await operations();
      expect(all.length).toBeGreaterThan(100);
      const ask = (url: string, headers: Record<string, string>, { method, path }: (typeof all)[number]) =>
        fetch(url + path.replace("{score}", "speed").replaceAll(/\{\w+\}/g, "unknown"), {
          method,
          redirect: "manual",
          headers: { ...headers, "content-type": "application/json" },
          ...(method !== "GET" && { body: "{}" }),
        }).then(shapeOf);
      const compared = await inGroups(all, async (operation) => {
        // in turn: what one of them does may keep the other from it
        const direct = await ask(engine.url, atEngine, operation);
        const through = await ask(first.url, atNode, operation);
        return { direct: { [operation.name]: direct }, through: { [operation.name]: through } };
      });
      expect(compared.map(({ through }) => through)).toEqual(compared.map(({ direct }) => direct));
    },
    MINUTE,
  );

  test.each([
    "/",
    "/scores",
    "/assets/none.js",
    "/docs",
    "/connect.mjs",
    "/no/such/page",
    "/.well-known/security.txt",
  ])("%s is the engine's page", async (path) => {
    const bytes = async (url: string) => (await fetch(url + path)).bytes();
    const [direct, through] = await Promise.all([fetch(engine.url + path), fetch(first.url + path)]);
    expect(through.status).toBe(direct.status);
    expect(Object.fromEntries(through.headers)).toMatchObject({
      "content-type": direct.headers.get("content-type"),
      "content-security-policy": direct.headers.get("content-security-policy"),
      "cache-control": direct.headers.get("cache-control"),
      "x-content-type-options": "nosniff",
    });
    if (direct.ok) expect(await bytes(first.url)).toEqual(await bytes(engine.url));
  });
});

describe("what the roles answer differently", () => {
  const OTLP = ["/v1/logs", "/v1/metrics", "/v1/traces", "/v1/prompts", "/v1/prompts/response"];

  test.each(OTLP)("%s is unknown to an engine, after it has looked at the key", async (path) => {
    const post = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const statuses = [
      (await fetch(engine.url + path, post)).status,
      (await askWith(keys.admin, engine.url + path, post)).status,
    ];
    expect(statuses).toEqual([401, 404]);
  });

  test("prism is gone at an ingest node, with a pointer, and unknown to an engine", async () => {
    const path = "/v1/intelligence/prism";
    const gone = await askWith(keys.member, first.url + path);
    expect([gone.status, gone.headers.get("link")]).toEqual([
      410,
      '</scoring/scores>; rel="successor-version"',
    ]);
    expect(await gone.json()).toMatchObject({ replacement: "/scoring/scores" });
    expect((await askWith(keys.member, engine.url + path)).status).toBe(404);
    expect((await fetch(first.url + path)).status).toBe(401);
    expect((await fetch(engine.url + path)).status).toBe(401);
    expect((await askWith(keys.member, first.url + path, { method: "POST" })).status).toBe(404);
  });

  test.each(Object.keys(REMOVED_ENDPOINTS).filter((path) => !path.endsWith("/prism")))(
    "%s is as removed at both",
    async (path) => {
      const direct = await shapeOf(await askWith(keys.member, engine.url + path));
      expect(await shapeOf(await askWith(keys.member, first.url + path))).toEqual(direct);
      expect(direct.status).toBe(404);
    },
  );

  test("measurements of an ingest node are its own, and need an admin key", async () => {
    const text = await (await askWith(keys.admin, `${first.url}/metrics`)).text();
    expect(text).toContain('scoring_engines{state="answering"} 1');
    expect(text).not.toContain("scoring_lag_seconds");
    expect((await askWith(keys.member, `${first.url}/metrics`)).status).toBe(403);
    expect((await fetch(`${first.url}/metrics`)).status).toBe(401);
  });
});

test("a report is asked for through an ingest node", async () => {
  const asked = await askWith(keys.admin, `${first.url}/v1/insights/report/generate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(asked.status).toBe(202);
  await eventually(async () => (await askWith(keys.admin, `${first.url}/v1/insights/report`)).status === 200);
});

describe("telemetry", () => {
  test("is received at each ingest node, and can be read through the other", async () => {
    expect((await sendRecord(first.url, keys.member)).status).toBe(200);
    expect((await sendRecord(second.url, keys.member)).status).toBe(200);
    await eventually(async () => {
      const answer = await askWith(keys.admin, `${second.url}/v1/telemetry/logs`);
      return ((await answer.json()) as { logs?: unknown[] }).logs?.length === 2;
    });
  });

  test("shows at the engine that its key was used", async () => {
    await eventually(async () => {
      const answer = await askWith(keys.admin, `${engine.url}/v1/admin/keys`);
      const listed = ((await answer.json()) as { keys: { role: string; lastUsedAt: string | null }[] }).keys;
      return listed.some(({ role, lastUsedAt }) => role === "member" && lastUsedAt !== null);
    });
  });

  test("with a key that was made through one node is received at the other at once", async () => {
    const made = await askWith(keys.admin, `${first.url}/v1/admin/keys`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "new", role: "member" }),
    });
    const { key } = (await made.json()) as { key: string };
    expect((await sendRecord(second.url, key)).status).toBe(200);
  });

  test("of a revoked key is refused at every node within a second", async () => {
    const made = await askWith(keys.admin, `${engine.url}/v1/admin/keys`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "leaving", role: "member" }),
    });
    const { id, key } = (await made.json()) as { id: string; key: string };
    for (const { url } of [first, second]) expect((await sendRecord(url, key)).status).toBe(200);
    const revokedAt = performance.now();
    expect(
      (await askWith(keys.admin, `${first.url}/v1/admin/keys/${id}`, { method: "DELETE" })).status,
    ).toBeLessThan(300);
    await eventually(async () => {
      const answers = await Promise.all([first, second].map(({ url }) => sendRecord(url, key)));
      return answers.every(({ status }) => status === 401);
    });
    const tookMs = performance.now() - revokedAt;
    // a second on a machine that is not busy with other tests
    expect(tookMs).toBeLessThan(60_000);
  });
});

function changeBaselines(headers: Record<string, string>): Promise<Response> {
  return fetch(`${first.url}/scoring/baselines`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
}

describe("pages through an ingest node", () => {
  test("sign in, change something, and sign out", async () => {
    const browser = await browserAt(first.url);
    expect((await changeBaselines(browser)).status).toBe(200);
    const left = await fetch(`${first.url}/v1/session`, { method: "DELETE", headers: browser });
    expect(left.status).toBe(204);
    expect((await fetch(`${first.url}/v1/session`, { headers: browser })).status).toBe(401);
  });

  test("of another origin change nothing", async () => {
    const browser = await browserAt(first.url);
    const answer = await changeBaselines({ ...browser, origin: "https://evil.example" });
    expect(answer.status).toBe(403);
  });

  test("under a name that engines do not know are refused, with what to set there", async () => {
    const answer = await fetch(`${first.url}/v1/session`, { headers: { host: "evil.example" } });
    expect(answer.status).toBe(421);
    expect(await answer.text()).toContain("add the name to hosts (SCORING_HOSTS), on each engine.");
    expect((await fetch(`${first.url}/v1/session/ways`, { headers: { host: "scoring.lan" } })).status).toBe(
      200,
    );
  });

  test("follow new cards in a stream that ends with the client", async () => {
    const leaving = new AbortController();
    const stream = await askWith(keys.admin, `${first.url}/v1/advisor/stream`, { signal: leaving.signal });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const open = async () =>
      (await (await askWith(keys.admin, `${engine.url}/metrics`)).text()).match(
        /^scoring_event_streams (\d+)/m,
      )?.[1];
    await eventually(async () => (await open()) === "1");
    leaving.abort();
    await eventually(async () => (await open()) === "0");
  });
});

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("a browser at an ingest node", () => {
  test(
    "signs in, opens pages, and signs out, and nothing is loaded from elsewhere",
    async () => {
      const browser = await openBrowser();
      try {
        const { page, complaints, strays } = await openPage(browser, second.url);
        await page.goto("/", { waitUntil: "commit" });
        await page.waitForURL(/sign-in/);
        await page.getByLabel("Key", { exact: true }).fill(keys.admin);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.waitForURL((url) => !url.pathname.includes("sign-in"));
        const [cookie] = await page.context().cookies();
        expect(cookie).toMatchObject({ name: `scoring-session-${new URL(second.url).port}`, httpOnly: true });
        await page.goto("/sessions");
        await page.getByRole("heading", { level: 1 }).waitFor();
        const unexpected = complaints.filter((said) => !said.includes("401"));
        expect([unexpected, strays]).toEqual([[], []]);
      } finally {
        await browser.close();
      }
    },
    2 * MINUTE,
  );
});

describe("an engine that goes and comes back", () => {
  test(
    "leaves telemetry received, and everything else a 502, until it is there again",
    async () => {
      await engine.pause();
      await eventually(async () => (await askWith(keys.admin, `${first.url}/v1/session`)).status === 502);
      const text = crypto.randomUUID();
      expect((await sendRecord(first.url, keys.member, text)).status).toBe(200);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
      await engine.goOn();
      await eventually(async () => (await askWith(keys.admin, `${first.url}/v1/session`)).status === 200);
      await eventually(async () => {
        const read = await askWith(keys.admin, `${first.url}/v1/telemetry/logs?q=${text}`);
        return ((await read.json()) as { logs?: unknown[] }).logs?.length === 1;
      });
    },
    MINUTE,
  );
});
