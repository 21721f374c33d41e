/** The headers that protect browsers, on every kind of answer of both doors, over HTTP and over the server's own TLS. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readBundle } from "../../src/http/dashboard/bundle.ts";
import { EVENT_STREAM_PATH } from "../../src/http/event-stream/path.ts";
import { createLog } from "../../src/vocabulary/log.ts";
import { type OwnAppliance, startTestAppliance } from "./running.ts";

const CERTIFICATES = join(import.meta.dir, "../http/tls/certificates");
const LISTED = "https://pages.example";

interface Doors {
  appliance: OwnAppliance;
  /** The address of the door for scrapers. */
  scrapers: string;
}

async function open(settings: Record<string, unknown>): Promise<Doors> {
  let log = "";
  const appliance = await startTestAppliance({
    settings: { metricsListen: "127.0.0.1:0", corsOrigin: [LISTED], ...settings },
    log: createLog("json", (line) => void (log += `${line}\n`)),
  });
  const scrapers = /"url":"(http:[^"]+)\/metrics"/.exec(log)?.[1] ?? "";
  return { appliance, scrapers };
}

const overHttp = await open({});
const overTls = await open({
  tlsCert: join(CERTIFICATES, "first.pem"),
  tlsKey: join(CERTIFICATES, "first-key.pem"),
});
afterAll(() => Promise.all([overHttp, overTls].map(({ appliance }) => appliance.stop())));

/** A file of the pages; in a checkout where nobody has built them there is none. */
const asset = (await readBundle()).find(({ name }) => name.startsWith("/assets/"))?.name;

/** What is asked for: a path of the front door, or of the one for scrapers. */
interface Ask {
  path: string;
  door?: "scrapers";
  key?: "admin" | "member" | "wrong";
  init?: RequestInit & { headers?: Record<string, string> };
}

const JSON_BODY = { "content-type": "application/json" };
const post = (body: string, headers: Record<string, string> = JSON_BODY) => ({
  method: "POST",
  headers,
  body,
});
const hello = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});
const opened = { headers: { "sec-fetch-dest": "document", accept: "text/html" } };
const spoken = { ...JSON_BODY, accept: "application/json, text/event-stream" };

/** Each kind of answer with its status. */
const ANSWERS: readonly [name: string, status: number, ask: Ask][] = [
  ["a page", 200, { path: "/" }],
  ["the page behind a wrong address", 404, { path: "/nothing", init: opened }],
  ["a page asked by another method", 405, { path: "/", init: { method: "PUT" } }],
  ["a file that does not exist", 404, { path: "/assets/none.js" }],
  ["health", 200, { path: "/health" }],
  ["health asked by another method", 405, { path: "/health", init: { method: "DELETE" } }],
  ["the probe of life", 200, { path: "/livez" }],
  ["the probe of readiness", 200, { path: "/readyz" }],
  ["measurements", 200, { path: "/metrics", key: "admin" }],
  ["measurements for a scraper", 200, { path: "/metrics", door: "scrapers" }],
  ["nothing for a scraper", 404, { path: "/", door: "scrapers" }],
  ["a scraper's other method", 405, { path: "/metrics", door: "scrapers", init: { method: "POST" } }],
  ["whom to write to", 404, { path: "/.well-known/security.txt" }],
  ["telemetry", 200, { path: "/v1/logs", key: "member", init: post("{}") }],
  ["telemetry without a key", 401, { path: "/v1/traces", init: post("{}") }],
  ["telemetry that is none", 400, { path: "/v1/metrics", key: "member", init: post("[") }],
  ["telemetry by another method", 405, { path: "/v1/logs", key: "member" }],
  ["a prompt without a key", 401, { path: "/v1/prompts", init: post("{}") }],
  ["a prompt that is none", 400, { path: "/v1/prompts", key: "member", init: post("{}") }],
  ["the plugin's settings", 200, { path: "/v1/plugin/config", key: "member" }],
  [
    "the plugin's unchanged settings",
    304,
    { path: "/v1/plugin/config", key: "member", init: { headers: { "if-none-match": "*" } } },
  ],
  ["a list", 200, { path: "/scoring/scores", key: "member" }],
  [
    "a list as a table",
    200,
    { path: "/scoring/scores", key: "member", init: { headers: { accept: "text/csv" } } },
  ],
  ["the head of a list", 200, { path: "/scoring/scores", key: "member", init: { method: "HEAD" } }],
  ["the API's description", 200, { path: "/v1/openapi.json", key: "member" }],
  ["a question without a key", 401, { path: "/scoring/scores" }],
  ["a question with a wrong key", 401, { path: "/scoring/scores", key: "wrong" }],
  ["a question that only admins may ask", 403, { path: "/v1/admin/keys", key: "member" }],
  ["a question that is not valid", 400, { path: "/scoring/scores?limit=0", key: "member" }],
  ["an address that does not exist", 404, { path: "/v1/nothing", key: "member" }],
  ["another method", 405, { path: "/scoring/scores", key: "member", init: { method: "PUT" } }],
  ["a removed address", 410, { path: "/v1/intelligence/prism", key: "member" }],
  [
    "a body of another type",
    415,
    { path: "/v1/insights/report/generate", key: "admin", init: post("a", { "content-type": "text/plain" }) },
  ],
  ["a foreign name", 421, { path: "/", init: { headers: { host: "evil.example" } } }],
  ["a host that is none", 400, { path: "/", init: { headers: { host: "a/b" } } }],
  [
    "the question of another origin",
    204,
    {
      path: "/scoring/scores",
      init: { method: "OPTIONS", headers: { origin: LISTED, "access-control-request-method": "GET" } },
    },
  ],
  ["a wrong sign-in", 401, { path: "/v1/session", init: post(`{"key":"scoring_0123"}`) }],
  ["a passkey where browsers know none", 409, { path: "/v1/session/passkey/options", init: post("") }],
  ["the own data", 200, { path: "/v1/me/export", key: "member" }],
  ["the audit log", 200, { path: "/v1/admin/audit", key: "admin" }],
  ["a person's route that a key asks", 403, { path: "/v1/passkeys", key: "admin" }],
  ["a stream of cards", 200, { path: EVENT_STREAM_PATH, key: "member" }],
  ["a message of an agent", 200, { path: "/mcp", key: "member", init: post(hello, spoken) }],
  ["a message without a key", 401, { path: "/mcp", init: post(hello, spoken) }],
  ["the way back from Slack, as a page", 400, { path: "/v1/integrations/slack/callback", init: opened }],
  ["the ways to sign in", 200, { path: "/v1/session/ways" }],
  ["the way to a provider that is not set", 404, { path: "/v1/session/oidc" }],
  ["the way back from Slack", 400, { path: "/v1/integrations/slack/callback" }],
];

const FOR_EVER: typeof ANSWERS = asset === undefined ? [] : [["a file of the pages", 200, { path: asset }]];

async function ask({ appliance, scrapers }: Doors, { path, door, key, init = {} }: Ask): Promise<Response> {
  const keys = { admin: "", member: "", ...appliance.firstKeys, wrong: "scoring_wrong" };
  const headers = { ...(key !== undefined && { authorization: `Bearer ${keys[key]}` }), ...init.headers };
  const response = await fetch(`${door === "scrapers" ? scrapers : appliance.url}${path}`, {
    ...init,
    headers,
    tls: { rejectUnauthorized: false },
  });
  await response.body?.cancel();
  return response;
}

/** What may be kept, and by whom; everything else by nobody. */
function keptAs({ path }: Ask, status: number): string {
  if (path === "/v1/plugin/config") return "private, max-age=86400";
  if (path === asset) return "public, max-age=31536000, immutable";
  return path === "/" && status === 200 ? "no-cache" : path === "/nothing" ? "no-cache" : "no-store";
}

describe.each([
  ["over HTTP", overHttp],
  ["over the server's own TLS", overTls],
])("%s", (_, doors) => {
  test.each([...ANSWERS, ...FOR_EVER])(
    "%s (%d) has every protective header",
    async (...[, status, asked]) => {
      const response = await ask(doors, asked);
      const headers: Record<string, string> = Object.fromEntries(response.headers);
      expect(response.status).toBe(status);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": keptAs(asked, status),
      });
      const policy = headers["content-security-policy"]?.split("; ");
      for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(directive);
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      const isEncrypted = doors === overTls && asked.door === undefined;
      expect(headers["strict-transport-security"]).toBe(isEncrypted ? "max-age=604800" : undefined);
    },
  );
});
