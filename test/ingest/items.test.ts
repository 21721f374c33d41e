/** How much one body may hold, distinguished from how long it is. */
import { afterAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { holdsMoreNames } from "../../src/ingest/reading/count-names.ts";
import { holdsMoreValues } from "../../src/ingest/reading/count-values.ts";
import { startIngestAlone } from "./ingest-alone.ts";
import { rawAnswer } from "./raw-socket.ts";

const MOST = 20;
/** JSON values that go with so many items. */
const VALUES = 40 * MOST;
const OBJECTS = 10 * MOST;
const ingest = await startIngestAlone({ items: MOST });
afterAll(() => ingest.stop());

const empty = (count: number): object[] => Array.from({ length: count }, () => ({}));
const scope = (more: object) => ({ resourceLogs: [{ scopeLogs: [more] }] });
const metric = (more: object) => ({ resourceMetrics: [{ scopeMetrics: [{ metrics: [more] }] }] });
const span = (more: object) => ({ resourceSpans: [{ scopeSpans: [{ spans: [more] }] }] });

/** What counts, in a body that holds so many of it and nothing else that counts. */
const COUNTED: [string, (count: number) => object][] = [
  ["log records", (count) => scope({ logRecords: empty(count) })],
  ["spans", (count) => ({ resourceSpans: [{ scopeSpans: [{ spans: empty(count) }] }] })],
  ["data points", (count) => metric({ sum: { dataPoints: empty(count) } })],
  [
    "metrics without points",
    (count) => ({ resourceMetrics: [{ scopeMetrics: [{ metrics: empty(count) }] }] }),
  ],
  ["scopes without records", (count) => ({ resourceLogs: [{ scopeLogs: empty(count) }] })],
  ["resources without scopes", (count) => ({ resourceLogs: empty(count) })],
  ["events of a span", (count) => span({ events: empty(count) })],
  ["links of a span", (count) => span({ links: empty(count) })],
  ["exemplars of a point", (count) => metric({ gauge: { dataPoints: [{ exemplars: empty(count) }] } })],
  ["records in scopes of their own", (count) => logsIn({ scopes: count })],
  ["records in resources of their own", (count) => logsIn({ resources: count })],
];

/** One record in each of so many resources, or of so many scopes of one resource. */
function logsIn({ resources = 1, scopes = 1 }: { resources?: number; scopes?: number }): object {
  const scopeLogs = Array.from({ length: scopes }, () => ({ logRecords: [{}] }));
  return { resourceLogs: Array.from({ length: resources }, () => ({ scopeLogs })) };
}

describe("a body with too many items", () => {
  test.each(COUNTED)("%s: one too many is 413, and nothing is stored", async (_, body) => {
    const before = ingest.requests.length;
    const response = await ingest.send("/v1/logs", body(MOST + 1));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      code: 3,
      message: expect.stringContaining(`more than ${MOST} items`),
    });
    expect(ingest.requests.length).toBe(before);
  });

  test.each(COUNTED)("%s: as many as may be are taken", async (_, body) => {
    expect((await ingest.send("/v1/logs", body(MOST))).status).toBe(200);
  });

  test("counts as too large", async () => {
    const before = ingest.counts().refused.too_large;
    await ingest.send("/v1/logs", { resourceLogs: empty(MOST + 1) });
    expect(ingest.counts().refused.too_large).toBe(before + 1);
  });
});

describe("a body with too many values", () => {
  test.each([
    ["attributes", scope({ logRecords: [{ attributes: empty(OBJECTS) }] })],
    ["values of a list", scope({ logRecords: [{ body: { arrayValue: { values: empty(OBJECTS) } } }] })],
    ["buckets", metric({ histogram: { dataPoints: [{ bucketCounts: Array(VALUES).fill(0) }] } })],
    ["fields that OTLP does not know", Object.fromEntries(empty(VALUES + 1).map((_, at) => [at, 0]))],
    ["lists that OTLP does not know", { lists: Array(VALUES).fill([]) }],
  ])("%s: is 413 before it is parsed", async (_, body) => {
    const unfinished = JSON.stringify(body).slice(0, -1);
    const response = await ingest.send("/v1/logs", unfinished);
    expect(response.status).toBe(413);
    expect(await response.text()).toContain(`${VALUES} JSON values, ${OBJECTS} of them objects`);
  });

  test("zipped is 413 too", async () => {
    const response = await fetch(`http://127.0.0.1:${ingest.port}/v1/logs`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-encoding": "gzip",
        authorization: "Bearer test-key",
      },
      body: gzipSync("[".repeat(1_000_000)),
    });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain(`${VALUES} JSON values`);
  });

  test("is none that only has long texts", async () => {
    const text = `${"[{,".repeat(VALUES)}\\"${",".repeat(VALUES)}`;
    const body = scope({ logRecords: [{ body: { stringValue: text } }] });
    expect((await ingest.send("/v1/logs", body)).status).toBe(200);
  });
});

describe("a body nested without end", () => {
  const roomy = startIngestAlone();
  afterAll(async () => (await roomy).stop());
  const DEEP = `{"resourceLogs":${"[".repeat(150_000)}`;

  test.each([
    ["of an announced length", "content-length: 4000000", DEEP],
    ["in chunks", "transfer-encoding: chunked", `${DEEP.length.toString(16)}\r\n${DEEP}\r\n`],
  ])("%s, is 400 before the rest of it arrives", async (_, length, beginning) => {
    const head = [
      "POST /v1/logs HTTP/1.1",
      "host: localhost",
      "content-type: application/json",
      "authorization: Bearer test-key",
      length,
    ].join("\r\n");
    const answer = await rawAnswer((await roomy).port, [`${head}\r\n\r\n`, beginning]);
    expect(answer).toStartWith("HTTP/1.1 400");
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(answer).toContain("nested deeper than 100000 levels");
  });

  test("and zipped, is 400", async () => {
    const response = await fetch(`http://127.0.0.1:${(await roomy).port}/v1/logs`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-encoding": "gzip",
        authorization: "Bearer test-key",
      },
      body: gzipSync("[".repeat(3_000_000)),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("nested deeper than 100000 levels");
  });
});

describe("a long body of field names that no telemetry has", () => {
  const roomy = startIngestAlone();
  afterAll(async () => (await roomy).stop());

  test("is 413", async () => {
    const objects = Array.from({ length: 80_000 }, (_, index) => ({ [`unknown field number ${index}`]: 0 }));
    const response = await (await roomy).send("/v1/logs", { objects });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain("1000 different field names");
  });

  test("is taken when the names are attributes' names", async () => {
    const attributes = Array.from({ length: 80_000 }, (_, index) => ({ key: `attribute number ${index}` }));
    expect((await (await roomy).send("/v1/logs", scope({ logRecords: [{ attributes }] }))).status).toBe(200);
  });
});

describe("different names", () => {
  test("are counted once each, at any depth", () => {
    const body = { a: [{ b: 1 }, { b: { c: null } }], d: [[[{ a: 1 }]]] };
    const text = JSON.stringify(body, null, 1);
    expect([holdsMoreNames(text, 4), holdsMoreNames(text, 3)]).toEqual([false, true]);
  });

  test("are none of the texts that are values, whatever these hold", () => {
    const text = JSON.stringify({ a: 'x":0,"y', b: "\\", c: ["d", '\\"e":'] });
    expect([holdsMoreNames(text, 3), holdsMoreNames(text, 2)]).toEqual([false, true]);
  });

  test("end where a text has no end", () => {
    expect(holdsMoreNames('{"a":0,"b', 0)).toBe(true);
    expect(holdsMoreNames('{"a":0,"b', 1)).toBe(false);
  });
});

const upTo = (values: number, objects = Infinity) => ({ values, objects });

describe("values of a text", () => {
  test.each([
    ["[0,0,0]", 3],
    ["[{},{},{}]", 6],
    ['{"a":",,,","b":"\\",,"}', 2],
    ['["\\\\",0]', 2],
  ])("%s are %i", (text, count) => {
    const [exact, oneLess] = [upTo(count), upTo(count - 1)];
    expect([holdsMoreValues(text, exact), holdsMoreValues(text, oneLess)]).toEqual([false, true]);
  });
});
