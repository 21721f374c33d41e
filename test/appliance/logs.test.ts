/** `GET /v1/telemetry/logs`, from the request that brought a record to the page that shows it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { LogRow } from "../../src/answers/records/logs-answer.ts";
import { logs } from "../ingest/bodies.ts";
import { eventually, joinTestAppliance, type TestOrganization } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

interface Page {
  logs: LogRow[];
  nextCursor: string | null;
}

/** What the writer notes on resources. */
const FORGED = ["scoring.received_unix_nano", "scoring.key_id", "scoring.sequence", "scoring.signal"];

const text = (stringValue: string) => ({ stringValue });
const pair = (key: string, value: unknown) => ({ key, value });
const nanoseconds = (at: string): string => `${Date.parse(at)}000000`;

async function page(key: string, query = ""): Promise<Page> {
  const answer = await appliance.get(`/v1/telemetry/logs?from=2000-01-01T00:00:00Z&${query}`, key);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

async function bodiesOf(key: string, query = ""): Promise<unknown[]> {
  return (await page(key, query)).logs.map(({ body }) => body);
}

/** Every page of a query, one after the other, the first one after the cursor. */
async function allBodies(key: string, query: string, after: string | null = null): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor = after;
  do {
    const next: Page = await page(key, cursor === null ? query : `${query}&cursor=${cursor}`);
    found.push(...next.logs.map(({ body }) => body));
    cursor = next.nextCursor;
  } while (cursor !== null);
  return found;
}

async function send(key: string, ...records: object[]): Promise<void> {
  expect((await appliance.send("/v1/logs", logs(...records), key)).status).toBe(200);
}

const record = (at: string, body: string, more: object = {}) => ({
  timeUnixNano: nanoseconds(at),
  body: text(body),
  ...more,
});

describe("an entry", () => {
  let organization: TestOrganization;

  beforeAll(async () => {
    organization = await appliance.addOrganization();
  });

  test("shows each value unwrapped, and nothing that the writer noted", async () => {
    const attributes = [
      pair("event.name", text("codex.tool_result")),
      pair("session.id", text("unwrapped")),
      pair("empty", {}),
      pair("small", { intValue: "42" }),
      pair("large", { intValue: "9223372036854775807" }),
      pair("edge", { intValue: "9007199254740991" }),
      pair("half", { doubleValue: 0.5 }),
      pair("nan", { doubleValue: "NaN" }),
      pair("infinite", { doubleValue: "-Infinity" }),
      pair("yes", { boolValue: true }),
      pair("bytes", { bytesValue: "AQL/" }),
      pair("list", { arrayValue: { values: [{ intValue: "1" }, {}, text("two")] } }),
      pair("map", {
        kvlistValue: { values: [pair("in", { kvlistValue: { values: [pair("deep", text("x"))] } })] },
      }),
      pair("__proto__", text("plain")),
    ];
    const at = "2026-11-20T10:00:00.123Z";
    await appliance.send(
      "/v1/logs",
      {
        resourceLogs: [
          {
            resource: {
              attributes: [
                pair("service.name", text("shown")),
                pair("host", {}),
                pair("scoring.team", text("a sender's own")),
                ...FORGED.map((name) => pair(name, text("forged"))),
              ],
            },
            scopeLogs: [
              {
                scope: { name: "scope", version: "1.2" },
                logRecords: [{ ...record(at, "b"), body: { intValue: "7" }, severityNumber: 17, attributes }],
              },
            ],
          },
        ],
      },
      organization.key,
    );
    await appliance.settled();
    const [entry] = (await page(organization.key, "session_id=unwrapped")).logs;
    expect(entry).toEqual({
      timestamp: at,
      event: "codex.tool_result",
      severity: 17,
      body: 7,
      attributes: JSON.parse(`{
        "event.name": "codex.tool_result", "session.id": "unwrapped", "empty": null, "small": 42,
        "large": "9223372036854775807", "edge": 9007199254740991, "half": 0.5, "nan": "NaN",
        "infinite": "-Infinity", "yes": true, "bytes": "AQL/", "list": [1, null, "two"],
        "map": { "in": { "deep": "x" } }, "__proto__": "plain"
      }`),
      resource: { "service.name": "shown", host: null, "scoring.team": "a sender's own" },
      scope: { name: "scope", version: "1.2" },
      sessionId: "unwrapped",
      developer: { id: expect.any(String), name: "key", email: null, source: "key" },
    });
  });

  test("has null for what its record lacks", async () => {
    await send(organization.key, record("2026-11-20T10:01:00Z", "bare"));
    await appliance.written();
    const [entry] = (await page(organization.key, "q=bare")).logs;
    expect(entry).toMatchObject({
      event: null,
      severity: null,
      attributes: {},
      resource: {},
      scope: { name: null, version: null },
      sessionId: null,
    });
  });

  test.each([
    ["timeUnixNano", { timeUnixNano: "1763632860000000000", observedTimeUnixNano: "1" }, 1_763_632_860_000],
    [
      "the observed time",
      { timeUnixNano: "0", observedTimeUnixNano: "1763632861000000000" },
      1_763_632_861_000,
    ],
    [
      "event.timestamp",
      { attributes: [pair("event.timestamp", text("2025-11-20T10:01:02.000Z"))] },
      1_763_632_862_000,
    ],
  ])("has the time of %s when that is the first one set", async (name, sent, time) => {
    await send(organization.key, { ...sent, body: text(`timed by ${name}`) });
    await appliance.written();
    const [entry] = (await page(organization.key, `q=${encodeURIComponent(`timed by ${name}`)}`)).logs;
    expect(entry?.timestamp).toBe(new Date(time).toISOString());
  });

  test("has the time of its arrival when its record reports none", async () => {
    const before = Date.now();
    await send(organization.key, { body: text("no time at all") });
    const after = Date.now();
    await appliance.written();
    const [entry] = (await page(organization.key, "q=no time at all")).logs;
    const shown = Date.parse(entry?.timestamp ?? "");
    expect(shown).toBeGreaterThanOrEqual(before);
    expect(shown).toBeLessThanOrEqual(after);
  });

  test.each([
    ["session.id", { "conversation.id": "second", "session.id": "first" }, {}, "first"],
    ["conversation.id", { "gen_ai.conversation.id": "third", "conversation.id": "second" }, {}, "second"],
    [
      "gen_ai.conversation.id",
      { "gen_ai.conversation.id": "third" },
      { "session.id": "of resource" },
      "third",
    ],
    ["that of the resource", {}, { "conversation.id": "of resource" }, "of resource"],
  ])("has the session of %s", async (...row) => {
    const [name, own, ofResource, sessionId] = row;
    const attributes = (plain: object) => Object.entries(plain).map(([key, value]) => pair(key, text(value)));
    const logRecords = [{ body: text(`session by ${name}`), attributes: attributes(own) }];
    const entry = { resource: { attributes: attributes(ofResource) }, scopeLogs: [{ logRecords }] };
    await appliance.send("/v1/logs", { resourceLogs: [entry] }, organization.key);
    await appliance.written();
    const [shown] = (await page(organization.key, `q=${encodeURIComponent(`session by ${name}`)}`)).logs;
    expect(shown?.sessionId).toBe(sessionId);
  });

  test("can be read soon after the 200, without another record", async () => {
    await send(organization.key, record("2026-11-20T10:02:00Z", "quickly"));
    await eventually(async () => (await bodiesOf(organization.key, "q=quickly")).length === 1);
  });
});

describe("the order", () => {
  test("is by time, then by place in the stream, newest first, over any number of pages", async () => {
    const { key } = await appliance.addOrganization();
    await send(key, record("2026-11-20T10:00:02Z", "c1"), record("2026-11-20T10:00:02Z", "c2"));
    await send(key, record("2026-11-20T10:00:01Z", "b"), record("2026-11-20T10:00:03Z", "d"));
    await send(key, record("2026-11-20T10:00:02Z", "c3"), record("2026-11-20T10:00:00Z", "a"));
    await appliance.written();
    const expected = ["d", "c3", "c2", "c1", "b", "a"];
    expect(await bodiesOf(key)).toEqual(expected);
    for (const limit of [1, 2, 4, 6]) expect(await allBodies(key, `limit=${limit}`)).toEqual(expected);
  });

  test("of nanoseconds within a millisecond holds too", async () => {
    const { key } = await appliance.addOrganization();
    const at = (nano: string, body: string) => ({ timeUnixNano: `1763632860000${nano}`, body: text(body) });
    await send(key, at("000002", "second"), at("000003", "third"), at("000001", "first"));
    await appliance.written();
    expect(await allBodies(key, "limit=1")).toEqual(["third", "second", "first"]);
  });

  test("goes on after the last entry, whatever arrives meanwhile", async () => {
    const { key } = await appliance.addOrganization();
    await send(key, ...["1", "2", "3", "4"].map((second) => record(`2026-11-20T10:00:0${second}Z`, second)));
    await appliance.written();
    const first = await page(key, "limit=2");
    expect(first.logs.map(({ body }) => body)).toEqual(["4", "3"]);
    await send(
      key,
      record("2026-11-20T10:00:05Z", "newer"),
      record("2026-11-20T10:00:03Z", "as new as the last"),
      record("2026-11-20T10:00:02.500Z", "late"),
    );
    await appliance.written();
    const rest = await allBodies(key, "limit=2", first.nextCursor);
    expect(rest).toEqual(["late", "2", "1"]);
  });
});

describe("a filter", () => {
  let key: string;

  beforeAll(async () => {
    ({ key } = await appliance.addOrganization());
    const event = (name: string) => pair("event.name", text(name));
    await send(
      key,
      record("2026-11-20T10:00:01Z", "Ünïcode Body", { severityNumber: 9, attributes: [event("one")] }),
      record("2026-11-20T10:00:02Z", "two", {
        severityNumber: 17,
        attributes: [event("two"), pair("n", { intValue: "4711" })],
      }),
      record("2026-11-20T10:00:03Z", "three", {
        attributes: [event("two.more"), pair("session.id", text("s3"))],
      }),
      record("2026-11-20T10:00:04Z", "four", {
        severityNumber: 24,
        attributes: [
          pair("deep", {
            kvlistValue: { values: [pair("in", { arrayValue: { values: [text("NeeDLe")] } })] },
          }),
        ],
      }),
    );
    await appliance.written();
  });

  test.each([
    ["event=two", ["two"]],
    ["event=tw", []],
    ["severity=17", ["four", "two"]],
    ["severity=9", ["four", "two", "Ünïcode Body"]],
    ["severity=18", ["four"]],
    ["q=needle", ["four"]],
    ["q=ünïcode", ["Ünïcode Body"]],
    ["q=4711", ["two"]],
    ["q=nowhere", []],
    ["q=event.name", []],
    ["session_id=s3", ["three"]],
    ["session_id=nobody", []],
    ["from=2026-11-20T10:00:02Z", ["four", "three", "two"]],
    ["to=2026-11-20T10:00:02Z", ["Ünïcode Body"]],
    ["from=2026-11-20T10:00:02Z&to=2026-11-20T10:00:04Z", ["three", "two"]],
    ["event=two&severity=9&q=TWO", ["two"]],
    ["developer=nobody@example.test", []],
  ])("%s", async (query, bodies) => {
    const answer = await appliance.get(
      `/v1/telemetry/logs?${query.includes("from=") ? "" : "from=2000-01-01T00:00:00Z&"}${query}`,
      key,
    );
    expect(((await answer.json()) as Page).logs.map(({ body }) => body)).toEqual(bodies);
  });
});

describe("the developer", () => {
  const session = (id: string, ...more: object[]) => ({
    attributes: [pair("event.name", text("codex.user_prompt")), pair("conversation.id", text(id)), ...more],
  });

  test("is the session's, else the key's; a filter takes an id or an e-mail", async () => {
    const organization = await appliance.addOrganization();
    const { key: bound } = await organization.addKey({ developer: "ada@example.test" });
    const service = { attributes: [pair("service.name", text("codex_exec"))] };
    const sendCodex = (key: string, ...logRecords: object[]) =>
      appliance.send("/v1/logs", { resourceLogs: [{ resource: service, scopeLogs: [{ logRecords }] }] }, key);
    await sendCodex(
      organization.key,
      record("2026-11-20T10:00:01Z", "of the session", session("g", pair("prompt", text("Fix it")))),
      record(
        "2026-11-20T10:00:02Z",
        "of the session too",
        session("g", pair("user.email", text("grace@example.test"))),
      ),
      record("2026-11-20T10:00:03Z", "of the key"),
    );
    await sendCodex(bound, record("2026-11-20T10:00:04Z", "of the bound key", session("a")));
    await appliance.settled();
    const shown = (await page(organization.key)).logs.map(({ body, developer }) => [body, developer.email]);
    expect(shown).toEqual([
      ["of the bound key", "ada@example.test"],
      ["of the key", null],
      ["of the session too", "grace@example.test"],
      ["of the session", "grace@example.test"],
    ]);
    const graces = ["of the session too", "of the session"];
    expect(await bodiesOf(organization.key, "developer=grace@example.test")).toEqual(graces);
    const [, , { developer } = { developer: { id: "" } }] = (await page(organization.key)).logs;
    expect(await bodiesOf(organization.key, `developer=${developer.id}`)).toEqual(graces);
    expect(await bodiesOf(bound)).toEqual(["of the bound key"]);
    expect(await bodiesOf(bound, "developer=grace@example.test")).toEqual([]);
    expect(await bodiesOf(bound, "session_id=g")).toEqual([]);
  });
});

describe("a record with a time below a millisecond", () => {
  test("is found under the time of its arrival", async () => {
    const organization = await appliance.addOrganization();
    const early = ["1", "500", "999999"].map((timeUnixNano) => ({ timeUnixNano, body: text(timeUnixNano) }));
    await send(organization.key, ...early);
    await eventually(async () => (await bodiesOf(organization.key)).length === early.length);
    const [first] = (await page(organization.key)).logs;
    expect(Date.parse(first?.timestamp ?? "")).toBeGreaterThan(Date.parse("2026-01-01T00:00:00Z"));
  });
});
