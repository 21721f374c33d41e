/** `GET /v1/telemetry/spans`: every span that was received, as the page of it shows. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import type { SpanRow } from "../../src/answers/records/spans-answer.ts";
import type { Span, StoredLine } from "../../src/vocabulary/otlp.ts";
import { spans, spansOf } from "../ingest/bodies.ts";
import { joinTestAppliance, type TestOrganization } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const EVER = "from=2000-01-01T00:00:00Z";
const text = (stringValue: string) => ({ stringValue });
const pair = (key: string, value: unknown) => ({ key, value });
const nanoseconds = (at: string): string => `${Date.parse(at)}000000`;

/** Every page of a query, one after the other. */
async function pages(key: string, query = "", limit = 500): Promise<SpanRow[]> {
  const found: SpanRow[] = [];
  for (let cursor = ""; ;) {
    const answer = await appliance.get(`/v1/telemetry/spans?${EVER}&${query}&limit=${limit}${cursor}`, key);
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as { spans: SpanRow[]; nextCursor: string | null };
    found.push(...page.spans);
    if (page.nextCursor === null) return found;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

async function namesOf(key: string, query = ""): Promise<string[]> {
  return (await pages(key, query)).map(({ name }) => name);
}

async function send(key: string, body: unknown): Promise<void> {
  expect((await appliance.send("/v1/traces", body, key)).status).toBe(200);
}

let ids = 0;
const span = (name: string, second: string, more: object = {}) => ({
  traceId: "a".repeat(32),
  spanId: (++ids).toString(16).padStart(16, "0"),
  name,
  startTimeUnixNano: nanoseconds(`2026-11-20T10:00:00Z`),
  endTimeUnixNano: nanoseconds(`2026-11-20T10:00:${second}Z`),
  ...more,
});

describe("an entry", () => {
  test("shows each value unwrapped, with events and links, and nothing that the writer noted", async () => {
    const { key } = await appliance.addOrganization();
    const sent = span("chat gpt", "01.500", {
      traceId: "1".repeat(32),
      spanId: "2".repeat(16),
      parentSpanId: "3".repeat(16),
      kind: 3,
      status: { code: 2, message: "too many requests" },
      attributes: [
        pair("gen_ai.conversation.id", text("shown")),
        pair("tokens", { intValue: "42" }),
        pair("large", { intValue: "9223372036854775807" }),
      ],
      events: [
        {
          name: "retry",
          timeUnixNano: nanoseconds("2026-11-20T10:00:01Z"),
          attributes: [pair("attempt", { intValue: "1" })],
        },
      ],
      links: [
        { traceId: "4".repeat(32), spanId: "5".repeat(16), attributes: [pair("why", text("follows"))] },
      ],
    });
    await send(key, {
      resourceSpans: [
        {
          resource: {
            attributes: [pair("service.name", text("shown")), pair("scoring.key_id", text("forged"))],
          },
          scopeSpans: [{ scope: { name: "scope", version: "1.2" }, spans: [sent] }],
        },
      ],
    });
    await appliance.settled();
    expect(await pages(key)).toEqual([
      {
        traceId: "1".repeat(32),
        spanId: "2".repeat(16),
        parentSpanId: "3".repeat(16),
        name: "chat gpt",
        kind: "client",
        startedAt: "2026-11-20T10:00:00.000Z",
        endedAt: "2026-11-20T10:00:01.500Z",
        status: { code: "error", message: "too many requests" },
        attributes: { "gen_ai.conversation.id": "shown", tokens: 42, large: "9223372036854775807" },
        events: [{ name: "retry", timestamp: "2026-11-20T10:00:01.000Z", attributes: { attempt: 1 } }],
        links: [{ traceId: "4".repeat(32), spanId: "5".repeat(16), attributes: { why: "follows" } }],
        resource: { "service.name": "shown" },
        scope: { name: "scope", version: "1.2" },
        sessionId: "shown",
        developer: { id: expect.any(String), name: "key", email: null, source: "key" },
      },
    ]);
  });

  test("has null, or nothing in its lists, for what its span lacks", async () => {
    const { key } = await appliance.addOrganization();
    await send(key, spans({ traceId: "a".repeat(32), spanId: "b".repeat(16) }));
    await appliance.written();
    const [entry, ...others] = await pages(key);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      parentSpanId: null,
      name: "",
      kind: null,
      status: { code: "unset", message: null },
      attributes: {},
      events: [],
      links: [],
      resource: {},
      scope: { name: null, version: null },
      sessionId: null,
    });
    expect(entry?.startedAt).toBe(entry?.endedAt);
  });
});

describe("captured spans", () => {
  const files = [
    "codex-0.169.0-traces-selected",
    "copilot-cli-1.0.102-traces",
    "gemini-cli-0.61.0-tools-traces",
    "opencode-1.18.33-traces-429",
    "qwen-code-0.24.4-tools-traces",
  ];

  test.each(files)("of %s are all on the pages, once each, the newest end first", async (file) => {
    const { key } = await appliance.addOrganization();
    const body = (await Bun.file(`test/fixtures/bodies/${file}.json`).json()) as StoredLine;
    await send(key, body);
    await appliance.settled();
    const sent = spansOf([body]);
    const shown = await pages(key, "", 3);
    expect(shown.map(({ spanId }) => spanId).toSorted()).toEqual(sent.map(idOf).toSorted());
    const ends = shown.map(({ endedAt }) => endedAt);
    expect(ends).toEqual(ends.toSorted().toReversed());
    const byId = new Map(sent.map((original) => [idOf(original), original]));
    for (const row of shown) expect(row).toMatchObject(asShown(byId.get(row.spanId ?? "") ?? {}));
  });

  const idOf = ({ spanId = "" }: Span): string => spanId.toLowerCase();
  const asShown = ({ name = "", traceId = "", attributes = [], events = [] }: Span) => ({
    name,
    traceId: traceId.toLowerCase(),
    attributes: Object.fromEntries(attributes.map(({ key }) => [key, expect.anything()])),
    events: events.map((event) => ({ name: event.name ?? "" })),
  });
});

describe("a filter of spans", () => {
  let organization: TestOrganization;

  beforeAll(async () => {
    organization = await appliance.addOrganization();
    await send(
      organization.key,
      spans(
        span("one", "01", { attributes: [pair("session.id", text("s1"))] }),
        span("two", "02", { attributes: [pair("tool", text("NeeDLe"))] }),
        span("three", "03", { status: { code: 2, message: "a needle broke" } }),
        span("two more", "04", {
          events: [{ name: "said", attributes: [pair("words", text("another needle"))] }],
        }),
      ),
    );
    await appliance.written();
  });

  test.each([
    ["name=two", ["two"]],
    ["name=tw", []],
    ["q=needle", ["two more", "three", "two"]],
    ["q=tw", ["two more", "two"]],
    ["q=tool", []],
    ["session_id=s1", ["one"]],
    ["session_id=nobody", []],
    ["to=2026-11-20T10:00:02Z", ["one"]],
    ["from=2026-11-20T10:00:02Z&to=2026-11-20T10:00:04Z", ["three", "two"]],
    ["developer=nobody@example.test", []],
  ])("%s", async (query, names) => {
    const window = query.includes("from=") ? "" : `${EVER}&`;
    const answer = await appliance.get(`/v1/telemetry/spans?${window}${query}`, organization.key);
    const { spans: shown } = (await answer.json()) as { spans: SpanRow[] };
    expect(shown.map(({ name }) => name)).toEqual(names);
  });

  test("is refused with 400 where it is no text, and a cursor of another query or list too", async () => {
    const { key } = organization;
    const first = await appliance.get(`/v1/telemetry/spans?${EVER}&limit=1`, key);
    const { nextCursor } = (await first.json()) as { nextCursor: string };
    for (const path of [
      `/v1/telemetry/spans?name=`,
      `/v1/telemetry/spans?${EVER}&name=two&cursor=${nextCursor}`,
      `/v1/telemetry/logs?${EVER}&cursor=${nextCursor}`,
    ])
      expect((await appliance.get(path, key)).status).toBe(400);
  });

  test("counts for a file of CSV too, which has every page", async () => {
    const answer = await fetch(`${appliance.url}/v1/telemetry/spans?${EVER}&q=needle&limit=1`, {
      headers: { accept: "text/csv", authorization: `Bearer ${organization.key}` },
    });
    const rows = parse<Record<string, string>>(await answer.text(), { columns: true });
    expect(rows.map((row) => row["name"])).toEqual(["two more", "three", "two"]);
    expect(rows[1]).toMatchObject({ "status.code": "error", "status.message": "a needle broke" });
  });
});

describe("the developer of a span", () => {
  const chat = (trace: string, second: string, ...attributes: object[]) =>
    span(`chat ${trace}`, second, {
      traceId: trace.repeat(32),
      attributes: [
        pair("gen_ai.operation.name", text("invoke_agent")),
        pair("gen_ai.conversation.id", text(`session ${trace}`)),
        ...attributes,
      ],
    });
  const copilot = (...list: object[]) => ({
    resourceSpans: [
      {
        resource: { attributes: [pair("service.name", text("github-copilot"))] },
        scopeSpans: [{ scope: { name: "github.copilot" }, spans: list }],
      },
    ],
  });
  const email = (name: string) => pair("user.email", text(`${name}@example.test`));
  let organization: TestOrganization;
  let bound: string;

  beforeAll(async () => {
    organization = await appliance.addOrganization();
    bound = (await organization.addKey({ developer: "ada@example.test" })).key;
    await send(
      organization.key,
      copilot(
        chat("b", "01", email("grace")),
        span("of grace's trace", "02", { traceId: "b".repeat(32) }),
        span("of nobody's trace", "03", { traceId: "c".repeat(32) }),
      ),
    );
    await send(bound, copilot(chat("d", "04"), span("of the bound key", "05", { traceId: "e".repeat(32) })));
    await appliance.settled();
  });

  test("is the session's, that of its trace where it names none, else the key's", async () => {
    const shown = await pages(organization.key);
    expect(shown.map(({ name, developer }) => [name, developer.name])).toEqual([
      ["of the bound key", "ada@example.test"],
      ["chat d", "ada@example.test"],
      ["of nobody's trace", "key"],
      ["of grace's trace", "grace@example.test"],
      ["chat b", "grace@example.test"],
    ]);
  });

  test("is the only one whose spans a bound key reads, whatever it asks for", async () => {
    expect(await namesOf(bound)).toEqual(["of the bound key", "chat d"]);
    const [, , , { developer } = { developer: { id: "" } }] = await pages(organization.key);
    for (const query of [`developer=${developer.id}`, "session_id=session b", "name=chat b"])
      expect(await namesOf(bound, query)).toEqual([]);
  });

  test("may be asked for by a key that reads everybody, and is unknown elsewhere", async () => {
    const [, , , { developer } = { developer: { id: "" } }] = await pages(organization.key);
    const graces = ["of grace's trace", "chat b"];
    expect(await namesOf(organization.key, `developer=${developer.id}`)).toEqual(graces);
    const foreign = await appliance.addOrganization();
    expect(await namesOf(foreign.admin, `developer=${developer.id}`)).toEqual([]);
    expect(await namesOf(foreign.admin)).toEqual([]);
  });
});
