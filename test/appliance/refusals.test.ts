/** Everything that the appliance must refuse: how it says so, and that nothing changes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mintKey } from "../../src/identity/keys/key.ts";
import { gzipSync } from "node:zlib";
import { logs } from "../ingest/bodies.ts";
import { eventually, startTestAppliance, type TestOrganization } from "./running.ts";
import { listedOperations, promptLog } from "./requests.ts";

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

  test("a revoked key stops within a second, for sending and for reading", async () => {
    const { key, id } = await organization.addKey();
    expect((await appliance.send("/v1/logs", "{}", key)).status).toBe(200);
    await appliance.revoke(id);
    const revokedAt = performance.now();
    await eventually(async () => (await appliance.send("/v1/logs", "{}", key)).status === 401);
    expect(performance.now() - revokedAt).toBeLessThan(1_000);
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

  test("with records that cannot be used loses those alone", async () => {
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

describe("a question", async () => {
  const operations = await listedOperations(appliance, appliance.firstKeys?.admin ?? "");
  const lists = operations.filter(({ method, path }) => method === "get" && !path.includes("{"));
  const withParameter = (name: string) => lists.filter(({ parameters }) => parameters.has(name));

  async function refusal(path: string): Promise<unknown> {
    const response = await appliance.get(path, organization.admin);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    return { status: response.status, ...((await response.json()) as object) };
  }

  test.each(withParameter("from").map(({ path }) => path))("%s: from after to is 400", async (path) => {
    const window = "from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z";
    expect(await refusal(`${path}?${window}`)).toMatchObject({ status: 400, errors: [{ path: "from" }] });
  });

  test.each(withParameter("from").map(({ path }) => path))("%s: a time that is none is 400", async (path) => {
    expect(await refusal(`${path}?from=yesterday`)).toMatchObject({
      status: 400,
      errors: [{ path: "from" }],
    });
  });

  const limits = withParameter("limit").flatMap(({ path, parameters }) =>
    [0, -1, 1.5, "ten", (parameters.get("limit")?.maximum ?? 500) + 1].map((limit) => [path, limit] as const),
  );
  test.each(limits)("%s: a limit of %p is 400, not another limit", async (path, limit) => {
    expect(await refusal(`${path}?limit=${limit}`)).toMatchObject({
      status: 400,
      errors: [{ path: "limit" }],
    });
  });

  const FORGED = Buffer.from(JSON.stringify({ from: 0, to: 9e15, position: null })).toString("base64url");
  test.each(
    withParameter("cursor").flatMap(({ path }) => [
      [path, "abc"],
      [path, FORGED],
    ]),
  )("%s: the cursor %s of nobody is 400", async (path, cursor) => {
    expect(await refusal(`${path}?cursor=${cursor}`)).toMatchObject({
      status: 400,
      errors: [{ path: "cursor" }],
    });
  });

  test("with a cursor changed, of another question or of another organization is 400", async () => {
    await appliance.send("/v1/logs", promptLog({ session: "second" }), organization.key);
    await appliance.settled();
    const asked = `/scoring/metrics?${EVER}&limit=1`;
    const page = (await (await appliance.get(asked, organization.key)).json()) as { nextCursor: string };
    const { nextCursor } = page;
    const letters = [...nextCursor].map((letter, at) => [at, letter === "A" ? "B" : "A"] as const);
    for (const [at, letter] of letters) {
      const changed = nextCursor.slice(0, at) + letter + nextCursor.slice(at + 1);
      const response = await appliance.get(`${asked}&cursor=${changed}`, organization.key);
      expect(response.status).toBe(400);
    }
    const foreign = await appliance.addOrganization();
    const refused = await Promise.all([
      appliance.get(`${asked}&session_id=kept&cursor=${nextCursor}`, organization.key),
      appliance.get(`/scoring/scores?${EVER}&limit=1&cursor=${nextCursor}`, organization.key),
      appliance.get(`${asked}&cursor=${nextCursor}`, foreign.key),
      appliance.get(`${asked}&cursor=${nextCursor}`, bound),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await appliance.get(`${asked}&cursor=${nextCursor}`, organization.key)).status).toBe(200);
  });
});
