/** Everything that the appliance must refuse: how it says so, and that nothing changes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mintKey } from "../../src/identity/keys/key.ts";
import { gzipSync } from "node:zlib";
import { logs } from "../ingest/bodies.ts";
import { eventually, startTestAppliance, type TestOrganization } from "./running.ts";
import { promptLog } from "./requests.ts";

const LIMIT = 64 * 1024;
const appliance = await startTestAppliance({ settings: { bodyLimitBytes: LIMIT } });
afterAll(() => appliance.stop());

const GOOD = promptLog({ session: "kept", at: "2026-11-20T10:00:00Z", text: "Add a test" });
const TEXT = JSON.stringify(GOOD);
const EVER = "from=2000-01-01T00:00:00Z";

let organization: TestOrganization;
let bound: string;

beforeAll(async () => {
  organization = await appliance.addOrganization();
  ({ key: bound } = await organization.addKey({ developer: "ada@example.test" }));
  await appliance.send("/v1/logs", GOOD, organization.key);
  await appliance.settled();
});

/** What the object store holds of the organization, once everything accepted so far is in it. */
async function stored(): Promise<object> {
  await appliance.written();
  return appliance.held(organization.id);
}

function post(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${appliance.url}/v1/logs`, {
    method: "POST",
    headers: { authorization: `Bearer ${organization.key}`, "content-type": "application/json", ...headers },
    body,
  });
}

describe("without a key in force", async () => {
  const swapLast = (key: string): string => key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
  const WRONG: [string, () => Record<string, string>][] = [
    ["no key", () => ({})],
    ["a key that nobody made", () => ({ authorization: `Bearer ${mintKey()}` })],
    ["a key with a typo", () => ({ authorization: `Bearer ${swapLast(organization.key)}` })],
    ["no kind of key", () => ({ authorization: "Bearer abc" })],
    ["another scheme", () => ({ authorization: `Basic ${organization.key}` })],
  ];

  test.each(WRONG)("%s sends nothing: 401 as a Status", async (_, headers) => {
    const before = await stored();
    const response = await fetch(`${appliance.url}/v1/logs`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers() },
      body: TEXT.replace("Add", "Never store"),
    });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await response.json()).toEqual({ code: 16, message: expect.any(String) });
    expect(await stored()).toEqual(before);
  });

  test.each(WRONG)("%s reads nothing: 401 as a problem", async (_, headers) => {
    const response = await fetch(`${appliance.url}/scoring/scores`, { headers: headers() });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toStartWith("Bearer");
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ title: "Unauthorized", status: 401 });
  });

  test("a revoked key soon stops, for sending and for reading", async () => {
    const { key, id } = await organization.addKey();
    expect((await appliance.send("/v1/logs", "{}", key)).status).toBe(200);
    await appliance.revoke(id);
    await eventually(async () => (await appliance.send("/v1/logs", "{}", key)).status === 401);
    expect((await appliance.get("/scoring/scores", key)).status).toBe(401);
  });
});

describe("a key that is bound to a developer", () => {
  test("finds nothing of another one, whether asked by id, e-mail or session", async () => {
    const [other] = await appliance.metrics(organization.key);
    const id = other?.developer.id ?? "none";
    for (const filter of [`developer=${id}`, "developer=grace@example.test", "session_id=kept"]) {
      expect(await appliance.metrics(bound, filter)).toEqual([]);
      const logsAnswer = await appliance.get(`/v1/telemetry/logs?${EVER}&${filter}`, bound);
      expect(await logsAnswer.json()).toEqual({ logs: [], nextCursor: null });
    }
    const scores = await appliance.get(`/scoring/scores?${EVER}&developer=${id}`, bound);
    expect(await scores.json()).toMatchObject({ scores: [], total: 0 });
  });
});

describe("a body", () => {
  const BOMB = gzipSync(Buffer.alloc(100 * LIMIT, " "));
  const GZIP = { "content-encoding": "gzip" };

  const REFUSED: [string, number, () => string | Uint8Array, Record<string, string>][] = [
    ["over the limit", 413, () => TEXT + " ".repeat(LIMIT), {}],
    ["that unpacks over the limit", 413, () => BOMB, GZIP],
    ["of half a gzip", 400, () => gzipSync(TEXT).subarray(0, -9), GZIP],
    ["that claims to be gzip", 400, () => TEXT, GZIP],
    ["in another encoding", 415, () => TEXT, { "content-encoding": "br" }],
    ["in protobuf", 415, () => "\n\u0000", { "content-type": "application/x-protobuf" }],
    ["of another type", 415, () => TEXT, { "content-type": "text/plain" }],
    ["of half a JSON", 400, () => TEXT.slice(0, -5), {}],
    ["of nothing", 400, () => "", {}],
    ["of two JSON values", 400, () => TEXT + TEXT, {}],
    ["that is a list", 400, () => `[${TEXT}]`, {}],
    ["with a container of the wrong type", 400, () => `{"resourceLogs":{}}`, {}],
    ["with one bad container among good ones", 400, () => JSON.stringify(logs({}, { attributes: 5 })), {}],
  ];
  test.each(REFUSED)("%s is %i, and nothing of it is stored", async (...refused) => {
    const [, status, body, headers] = refused;
    const before = await stored();
    const response = await post(body(), headers);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({ code: 3, message: expect.any(String) });
    expect(await stored()).toEqual(before);
  });

  test("in protobuf is answered with the setting to change", async () => {
    const response = await post("\n\u0000", { "content-type": "application/x-protobuf" });
    expect(await response.text()).toContain("OTEL_EXPORTER_OTLP_PROTOCOL=http/json");
  });

  test("with records that cannot be used loses those only", async () => {
    const { id, key } = await appliance.addOrganization();
    const body = logs({ body: { stringValue: "good" } }, { traceId: "short" }, { timeUnixNano: "-1" });
    const response = await appliance.send("/v1/logs", body, key);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      partialSuccess: { rejectedLogRecords: "2", errorMessage: expect.stringContaining("logRecords[1]") },
    });
    await appliance.settled();
    expect(await appliance.held(id)).toEqual({ logs: 1 });
  });
});
