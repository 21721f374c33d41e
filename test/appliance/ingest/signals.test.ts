import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { logRecordsOf, logs, metrics, metricsOf, spans, spansOf } from "../../ingest/bodies.ts";
import { eventsExample, logsExample, metricsExample, traceExample } from "../../ingest/examples.ts";
import { joinReceiver } from "../../ingest/receiver.ts";

const receiver = await joinReceiver();
afterAll(() => receiver.stop());
beforeEach(async () => void (await receiver.stored()));

async function send(path: string, body: unknown): Promise<unknown> {
  const response = await receiver.send(path, body);
  expect(response.status).toBe(200);
  return response.json();
}

/** Ids are stored in lower case; nothing else of the examples changes. */
function lowerCaseIds(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replace(/"[0-9A-F]{16,32}"/g, (id) => id.toLowerCase()));
}

describe("the examples of the specification", () => {
  test.each([
    ["F1: /v1/logs", logsExample],
    ["F2: /v1/logs", eventsExample],
    ["F3: /v1/traces", traceExample],
    ["F4: /v1/metrics", metricsExample],
  ])("%s stores them as they are", async (name, body) => {
    expect(await send(name.slice("F1: ".length), body)).toEqual({});
    expect(await receiver.stored()).toEqual([lowerCaseIds(body)] as object[]);
  });
});

describe("logs", () => {
  test("F5: a record needs neither resource nor scope, and a resource no records", async () => {
    expect(await send("/v1/logs", logs({ body: { stringValue: "b" } }))).toEqual({});
    expect(await send("/v1/logs", { resourceLogs: [{ resource: {} }] })).toEqual({});
    expect(logRecordsOf(await receiver.stored())).toHaveLength(1);
  });

  test("F6: a resource without attributes is fine", async () => {
    const entry = { resource: { attributes: [] }, scopeLogs: [{ logRecords: [{ severityNumber: 9 }] }] };
    expect(await send("/v1/logs", { resourceLogs: [entry] })).toEqual({});
    expect(await receiver.stored()).toEqual([logs({ severityNumber: 9 })]);
  });

  test("F7: each record keeps its own resource and scope", async () => {
    const resource = (name: string) => ({
      attributes: [{ key: "service.name", value: { stringValue: name } }],
    });
    const scope = (name: string) => ({
      scope: { name },
      logRecords: [{ body: { stringValue: `of ${name}` } }],
    });
    const first = { resource: resource("one"), scopeLogs: [scope("a"), scope("b")] };
    const second = { resource: resource("two"), scopeLogs: [scope("c")] };
    expect(await send("/v1/logs", { resourceLogs: [first, second] })).toEqual({});
    expect(await receiver.stored()).toEqual([{ resourceLogs: [first] }, { resourceLogs: [second] }]);
  });
});

describe("traces", () => {
  test.each([
    ["F8", { startTimeUnixNano: "2000000000", endTimeUnixNano: "1000000000" }],
    ["F9", { status: { code: 2, message: "it broke" } }],
    [
      "F10",
      {
        traceState: "a=b",
        events: [{ timeUnixNano: "1", name: "e", attributes: [{ key: "k", value: { intValue: "1" } }] }],
        links: [{ traceId: "5b8efff798038103d269b633813fc60c", traceState: "c=d", flags: 1 }],
      },
    ],
  ])("%s: %j is stored as it is", async (_, span) => {
    expect(await send("/v1/traces", spans(span))).toEqual({});
    expect(spansOf(await receiver.stored())).toEqual([span] as object[]);
  });

  test("F9: an empty status is unset", async () => {
    await send("/v1/traces", spans({ name: "n", status: {} }));
    expect(spansOf(await receiver.stored())).toEqual([{ name: "n" }]);
  });
});

describe("metrics", () => {
  const histogram = (point: object) => metrics({ histogram: { dataPoints: [point] } });

  test.each([
    { bucketCounts: [1, 1], explicitBounds: [1, 2] },
    { bucketCounts: [1, 1] },
    { explicitBounds: [1] },
    { count: -1 },
    { bucketCounts: [-1] },
  ])("F11: a point with %j is rejected", async (point) => {
    expect(await send("/v1/metrics", histogram(point))).toEqual({
      partialSuccess: { rejectedDataPoints: "1", errorMessage: expect.stringContaining("dataPoints[0]") },
    });
    expect(await receiver.stored()).toEqual([]);
  });

  test.each([
    ["F12", "histogram", { count: "1", bucketCounts: ["1"] }],
    ["F13", "exponentialHistogram", { scale: -2, negative: { offset: -3, bucketCounts: ["1"] } }],
    ["F14", "summary", { count: "1", quantileValues: [{ quantile: 0.5, value: "NaN" }] }],
    ["F16", "sum", { flags: 1 }],
    ["F16", "gauge", { asInt: "0" }],
  ])("%s: a point of a %s with %j is stored as it is", async (_, kind, point) => {
    expect(await send("/v1/metrics", metrics({ [kind]: { dataPoints: [point] } }))).toEqual({});
    expect(metricsOf(await receiver.stored())).toEqual([{ [kind]: { dataPoints: [point] } }]);
  });

  test("F12: null sums are unset", async () => {
    await send("/v1/metrics", histogram({ count: "1", sum: null, min: null, max: null }));
    expect(metricsOf(await receiver.stored())).toEqual([
      { histogram: { dataPoints: [{ count: "1" }] } },
    ] as object[]);
  });

  test("F15: a metric of no kind is no error, and counts no point", async () => {
    expect(await send("/v1/metrics", metrics({ name: "none" }))).toEqual({});
  });

  test("of two kinds the later one counts", async () => {
    const both = { gauge: { dataPoints: [{ asInt: 1 }, { asInt: 2 }] }, sum: { dataPoints: [{ asInt: 3 }] } };
    await send("/v1/metrics", metrics(both));
    expect(metricsOf(await receiver.stored())).toEqual([{ sum: { dataPoints: [{ asInt: "3" }] } }]);
  });
});
