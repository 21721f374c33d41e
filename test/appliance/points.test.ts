/** `GET /v1/telemetry/metrics`: every data point that was received, of each kind of metric. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import type { PointRow } from "../../src/answers/records/points-answer.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { countPoints } from "../../src/writer/points.ts";
import { metrics, metricsOf } from "../ingest/bodies.ts";
import { joinTestAppliance, type TestOrganization } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const EVER = "from=2000-01-01T00:00:00Z";
const text = (stringValue: string) => ({ stringValue });
const pair = (key: string, value: unknown) => ({ key, value });
const at = (second: number) => ({
  timeUnixNano: `${Date.parse("2026-11-20T10:00:00Z") + second * 1000}000000`,
});

/** Every page of a query, one after the other. */
async function pages(key: string, query = "", limit = 500): Promise<PointRow[]> {
  const found: PointRow[] = [];
  for (let cursor = ""; ;) {
    const answer = await appliance.get(`/v1/telemetry/metrics?${EVER}&${query}&limit=${limit}${cursor}`, key);
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as { metrics: PointRow[]; nextCursor: string | null };
    found.push(...page.metrics);
    if (page.nextCursor === null) return found;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

async function namesOf(key: string, query = ""): Promise<string[]> {
  return (await pages(key, query)).map(({ name }) => name);
}

async function send(key: string, body: unknown): Promise<void> {
  expect((await appliance.send("/v1/metrics", body, key)).status).toBe(200);
}

describe("an entry", () => {
  test("shows the point of each kind of metric, its values unwrapped", async () => {
    const { key } = await appliance.addOrganization();
    const started = { startTimeUnixNano: at(0).timeUnixNano };
    const body = metrics(
      {
        name: "tokens",
        unit: "{token}",
        sum: {
          aggregationTemporality: 1,
          isMonotonic: true,
          dataPoints: [
            { ...at(1), ...started, asInt: "42", attributes: [pair("session.id", text("shown"))] },
          ],
        },
      },
      { name: "load", gauge: { dataPoints: [{ ...at(2), asDouble: 0.5 }] } },
      {
        name: "duration",
        unit: "ms",
        histogram: {
          aggregationTemporality: 2,
          dataPoints: [
            {
              ...at(3),
              count: "3",
              sum: 60,
              min: 10,
              max: 30,
              bucketCounts: ["1", "2"],
              explicitBounds: [15],
            },
          ],
        },
      },
      {
        name: "size",
        exponentialHistogram: {
          aggregationTemporality: 1,
          dataPoints: [
            {
              ...at(4),
              count: "2",
              sum: 3,
              scale: 1,
              zeroCount: "0",
              positive: { offset: 0, bucketCounts: ["2"] },
            },
          ],
        },
      },
      {
        name: "wait",
        summary: {
          dataPoints: [{ ...at(5), count: "1", sum: 7, quantileValues: [{ quantile: 0.5, value: 7 }] }],
        },
      },
      { name: "nothing said", sum: { dataPoints: [at(6)] } },
    );
    await send(key, body);
    await appliance.settled();
    const shown = (await pages(key)).toReversed();
    expect(
      shown.map(({ name, type, temporality, value, distribution }) => [
        name,
        type,
        temporality,
        value,
        distribution,
      ]),
    ).toEqual([
      ["tokens", "sum", "delta", 42, null],
      ["load", "gauge", null, 0.5, null],
      [
        "duration",
        "histogram",
        "cumulative",
        null,
        { count: 3, sum: 60, min: 10, max: 30, bucketCounts: [1, 2], explicitBounds: [15] },
      ],
      [
        "size",
        "exponential_histogram",
        "delta",
        null,
        { count: 2, sum: 3, scale: 1, zeroCount: 0, positive: { offset: 0, bucketCounts: [2] } },
      ],
      ["wait", "summary", null, null, { count: 1, sum: 7, quantileValues: [{ quantile: 0.5, value: 7 }] }],
      ["nothing said", "sum", null, null, null],
    ]);
    expect(shown[0]).toEqual({
      timestamp: "2026-11-20T10:00:01.000Z",
      startedAt: "2026-11-20T10:00:00.000Z",
      name: "tokens",
      unit: "{token}",
      type: "sum",
      temporality: "delta",
      value: 42,
      distribution: null,
      attributes: { "session.id": "shown" },
      resource: {},
      scope: { name: null, version: null },
      sessionId: "shown",
      developer: { id: expect.any(String), name: "key", email: null, source: "key" },
    });
  });

  test("shows as text what no number in JSON can be", async () => {
    const { key } = await appliance.addOrganization();
    const dataPoints = [
      { ...at(1), asInt: "9223372036854775807" },
      { ...at(2), asDouble: "NaN" },
      { ...at(3), asDouble: "-Infinity" },
      { ...at(4), asInt: "-3" },
    ];
    await send(key, metrics({ name: "odd", gauge: { dataPoints } }));
    await appliance.written();
    const values = (await pages(key)).map(({ value }) => value);
    expect(values).toEqual([-3, "-Infinity", "NaN", "9223372036854775807"]);
  });
});

describe("captured metrics", () => {
  const files = [
    "codex-0.169.0-metrics",
    "copilot-cli-1.0.102-metrics",
    "gemini-cli-0.61.0-tools-metrics",
    "qwen-code-0.24.4-tools-metrics",
  ];

  test.each(files)("of %s are all on the pages, each point once, the newest first", async (file) => {
    const { key } = await appliance.addOrganization();
    const body = (await Bun.file(`test/fixtures/bodies/${file}.json`).json()) as StoredLine;
    await send(key, body);
    await appliance.settled();
    const sent = metricsOf([body]).flatMap((metric) =>
      Array.from({ length: countPoints(metric) }, () => metric.name ?? ""),
    );
    const shown = await pages(key, "", 3);
    expect(shown.map(({ name }) => name).toSorted()).toEqual(sent.toSorted());
    const times = shown.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(shown.filter(({ value, distribution }) => (value === null) === (distribution === null))).toEqual(
      [],
    );
    expect(await pages(key)).toEqual(shown);
  });
});

describe("points of one moment", () => {
  test("are paged in the order in which they were sent, the last first, of whichever kind they are", async () => {
    const { key } = await appliance.addOrganization();
    const names = Array.from({ length: 9 }, (_, number) => `point ${number}`);
    for (const three of [names.slice(0, 3), names.slice(3, 6), names.slice(6)]) {
      const [sum, histogram, gauge] = three;
      await send(
        key,
        metrics(
          { name: sum, sum: { dataPoints: [{ ...at(1), asInt: "1" }] } },
          { name: histogram, histogram: { dataPoints: [{ ...at(1), count: "0", bucketCounts: [] }] } },
          { name: gauge, gauge: { dataPoints: [{ ...at(1), asInt: "1" }] } },
        ),
      );
    }
    await appliance.written();
    for (const limit of [1, 2, 4, 9])
      expect((await pages(key, "", limit)).map(({ name }) => name)).toEqual(names.toReversed());
  });
});

describe("a filter of points", () => {
  let organization: TestOrganization;
  let bound: string;

  beforeAll(async () => {
    organization = await appliance.addOrganization();
    bound = (await organization.addKey({ developer: "ada@example.test" })).key;
    const gauge = (name: string, second: number, ...attributes: object[]) => ({
      name,
      gauge: { dataPoints: [{ ...at(second), asInt: "1", attributes }] },
    });
    await send(
      organization.key,
      metrics(
        gauge("one", 1, pair("session.id", text("s1"))),
        gauge("two", 2, pair("model", text("NeeDLe"))),
        gauge("two.more", 3),
      ),
    );
    await send(bound, metrics(gauge("two", 4, pair("session.id", text("s1")))));
    await appliance.settled();
  });

  test.each([
    ["name=two", ["two", "two"]],
    ["name=tw", []],
    ["q=needle", ["two"]],
    ["q=MORE", ["two.more"]],
    ["session_id=s1", ["two", "one"]],
    ["developer=ada@example.test", ["two"]],
    ["developer=nobody@example.test", []],
  ])("%s", async (query, names) => {
    expect(await namesOf(organization.key, query)).toEqual(names);
  });

  test("leaves a bound key what is its developer's, and another organization's key nothing", async () => {
    const foreign = await appliance.addOrganization();
    for (const query of ["", "name=two", "session_id=s1"]) {
      const own = await pages(bound, query);
      expect(own.map(({ timestamp }) => timestamp)).toEqual(["2026-11-20T10:00:04.000Z"]);
      expect(await pages(foreign.admin, query)).toEqual([]);
    }
    const [, { developer } = { developer: { id: "" } }] = await pages(organization.key);
    expect(await pages(bound, `developer=${developer.id}`)).toEqual([]);
  });

  test("counts for a file of CSV too", async () => {
    const answer = await fetch(`${appliance.url}/v1/telemetry/metrics?${EVER}&limit=1`, {
      headers: { accept: "text/csv", authorization: `Bearer ${bound}` },
    });
    const rows = parse<Record<string, string>>(await answer.text(), { columns: true });
    expect(rows).toMatchObject([{ name: "two", value: "1", "developer.email": "ada@example.test" }]);
  });
});
