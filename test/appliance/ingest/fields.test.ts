import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { logRecordsOf, logs, metrics, metricsOf, spans, spansOf } from "../../ingest/bodies.ts";
import { joinReceiver } from "../../ingest/receiver.ts";

const receiver = await joinReceiver();
afterAll(() => receiver.stop());
beforeEach(async () => void (await receiver.stored()));

const TRACE = "5b8efff798038103d269b633813fc60c";
const SPAN = "eee19b7ec3c1b174";

async function send(body: unknown): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await receiver.send("/v1/logs", body);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

/** Sends one record and gives what was stored of it. */
async function storedLog(record: Record<string, unknown>) {
  expect(await send(logs(record))).toEqual({ status: 200, answer: {} });
  return logRecordsOf(await receiver.stored())[0];
}

async function storedSpan(span: Record<string, unknown>) {
  expect(await send(spans(span))).toEqual({ status: 200, answer: {} });
  return spansOf(await receiver.stored())[0];
}

describe("a container of the wrong type", () => {
  test.each([
    ["C25", { resourceLogs: {} }, "resourceLogs"],
    ["C26", logs({ attributes: { a: 1 } }), "resourceLogs[0].scopeLogs[0].logRecords[0].attributes"],
    ["C26", logs({ attributes: ["a"] }), "resourceLogs[0].scopeLogs[0].logRecords[0].attributes[0]"],
    ["C25", { resourceLogs: ["x"] }, "resourceLogs[0]"],
    ["C25", { resourceLogs: [{ resource: [] }] }, "resourceLogs[0].resource"],
    ["C25", { resourceLogs: [{ resource: { attributes: {} } }] }, "resourceLogs[0].resource.attributes"],
    ["C25", { resourceLogs: [{ scopeLogs: {} }] }, "resourceLogs[0].scopeLogs"],
    ["C25", { resourceLogs: [{ scopeLogs: [{ scope: 1 }] }] }, "resourceLogs[0].scopeLogs[0].scope"],
    [
      "C25",
      { resourceLogs: [{ scopeLogs: [{ logRecords: {} }] }] },
      "resourceLogs[0].scopeLogs[0].logRecords",
    ],
    [
      "C26",
      spans({ events: [{}, { attributes: {} }] }),
      "resourceSpans[0].scopeSpans[0].spans[0].events[1].attributes",
    ],
    ["C25", spans(5), "resourceSpans[0].scopeSpans[0].spans[0]"],
    [
      "C25",
      metrics({ sum: { dataPoints: {} } }),
      "resourceMetrics[0].scopeMetrics[0].metrics[0].sum.dataPoints",
    ],
    [
      "C25",
      metrics({ gauge: { dataPoints: [{}, "x"] } }),
      "resourceMetrics[0].scopeMetrics[0].metrics[0].gauge.dataPoints[1]",
    ],
  ])("%s: %j is 400 and says where", async (_, body, field) => {
    const { status, answer } = await send(body);
    expect(status).toBe(400);
    expect(answer["details"]).toEqual([
      {
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        fieldViolations: [{ field, description: expect.any(String) }],
      },
    ]);
    expect(await receiver.stored()).toEqual([]);
  });

  test.each(["[]", `"x"`, "1", "null"])("C27: a body of %s is 400", async (body) => {
    expect((await send(body)).status).toBe(400);
  });

  test("C26: one bad container stores nothing of the whole body", async () => {
    expect((await send(logs({ body: { stringValue: "good" } }, { attributes: 5 }))).status).toBe(400);
    expect(await receiver.stored()).toEqual([]);
  });
});

describe("ids", () => {
  test.each([
    ["C5", { traceId: TRACE.slice(1) }],
    ["C6", { traceId: "z".repeat(32) }],
    ["C7", { traceId: "W47/95gDgQPSabYzgT/GDA==" }],
    ["C8", { traceId: [91, 142, 255] }],
    ["C9", { spanId: TRACE }],
  ])("%s: a record with %j is rejected, its neighbour stored", async (_, record) => {
    const { status, answer } = await send(logs(record, { body: { stringValue: "kept" } }));
    expect(status).toBe(200);
    expect(answer).toEqual({
      partialSuccess: { rejectedLogRecords: "1", errorMessage: expect.stringContaining("hex") },
    });
    expect(logRecordsOf(await receiver.stored())).toEqual([{ body: { stringValue: "kept" } }]);
  });

  test.each([
    ["C1", TRACE.toUpperCase()],
    ["C2", "5B8efff798038103D269b633813fc60C"],
  ])("%s: %s is kept in lower case", async (_, traceId) => {
    expect(await storedLog({ traceId, spanId: SPAN.toUpperCase() })).toEqual({
      traceId: TRACE,
      spanId: SPAN,
    });
  });

  test.each([
    ["C3", { traceId: "" }],
    ["C4", { traceId: null }],
    ["C4", {}],
    ["C10", { traceId: "0".repeat(32), spanId: "0".repeat(16) }],
  ])("%s: %j is no id", async (_, record) => {
    expect(await storedLog(record)).toEqual({});
  });

  test("C11: a span with an empty parent is a root", async () => {
    expect(await storedSpan({ spanId: SPAN, parentSpanId: "" })).toEqual({ spanId: SPAN });
  });

  test("C12: ids of links and exemplars are kept", async () => {
    const ids = { traceId: TRACE.toUpperCase(), spanId: SPAN };
    const span: unknown = await storedSpan({ links: [ids] });
    expect(span).toEqual({ links: [{ traceId: TRACE, spanId: SPAN }] });
    await send(metrics({ sum: { dataPoints: [{ asInt: 1, exemplars: [{ ...ids, asInt: 2 }] }] } }));
    expect(metricsOf(await receiver.stored())[0]?.sum?.dataPoints?.[0]).toEqual({
      asInt: "1",
      exemplars: [{ traceId: TRACE, spanId: SPAN, asInt: "2" }],
    } as object);
  });

  test("a link with a byte array for an id is left out, and the span kept", async () => {
    const { answer } = await send(spans({ name: "kept", links: [{ traceId: [1, 2] }] }));
    expect(answer).toEqual({});
    expect(spansOf(await receiver.stored())).toEqual([{ name: "kept" }]);
  });
});

describe("enums", () => {
  test.each([
    ["C13", 2, 2],
    ["C14", "SPAN_KIND_SERVER", 2],
    ["C15", "BOGUS", 0],
    ["C16", 99, 99],
  ])("%s: span kind %p is %p", async (_, kind, stored) => {
    expect(await storedSpan({ kind, name: "n" })).toEqual({ kind: stored, name: "n" });
  });

  test.each([
    ["C17", 9, 9],
    ["C17", "SEVERITY_NUMBER_INFO", 9],
    ["C17", "SEVERITY_NUMBER_FATAL4", 24],
    ["C17", 25, 25],
  ])("%s: severity %p is %p", async (_, severityNumber, stored) => {
    expect(await storedLog({ severityNumber })).toEqual({ severityNumber: stored });
  });

  test("C18: the name of a temporality is understood", async () => {
    await send(
      metrics({
        name: "m",
        sum: { aggregationTemporality: "AGGREGATION_TEMPORALITY_DELTA", dataPoints: [{}] },
      }),
    );
    expect(metricsOf(await receiver.stored())[0]?.sum).toEqual({
      aggregationTemporality: 1,
      dataPoints: [{}],
    });
  });
});

describe("names, nulls and unknown fields", () => {
  test("C19: snake_case is the same as camelCase", async () => {
    const record = {
      time_unix_nano: "5",
      trace_id: TRACE,
      attributes: [{ key: "k", value: { int_value: 7 } }],
    };
    expect((await send({ resource_logs: [{ scope_logs: [{ log_records: [record] }] }] })).status).toBe(200);
    expect(logRecordsOf(await receiver.stored())).toEqual([
      { timeUnixNano: "5", traceId: TRACE, attributes: [{ key: "k", value: { intValue: "7" } }] },
    ]);
  });

  test.each([[{ timeUnixNano: "1", time_unix_nano: "2" }], [{ time_unix_nano: "2", timeUnixNano: "1" }]])(
    "C20: of %j camelCase wins",
    async (record) => {
      expect(await storedLog(record)).toEqual({ timeUnixNano: "1" });
    },
  );

  test("C21: unknown fields of every type at every level are kept", async () => {
    const unknown = { x1: 1, x2: "s", x3: true, x4: { y: [1, "z", {}] }, x5: [null] };
    const value = { stringValue: "v", ...unknown };
    const record = { attributes: [{ key: "k", value, ...unknown }], ...unknown };
    const entry = {
      resource: unknown,
      scopeLogs: [{ scope: unknown, logRecords: [record], ...unknown }],
      ...unknown,
    };
    expect(await send({ resourceLogs: [entry], ...unknown })).toEqual({ status: 200, answer: {} });
    expect(await receiver.stored()).toEqual([{ resourceLogs: [entry] }] as object[]);
  });

  test.each([
    ["C22", { attributes: null }],
    ["C23", { body: null }],
    ["C24", { timeUnixNano: null, flags: null }],
  ])("%s: %j is as missing", async (_, record) => {
    expect(await storedLog(record)).toEqual({});
  });

  test.each([
    [{ resourceLogs: [{ scopeLogs: null }] }],
    [{ resourceLogs: [{ resource: null, scopeLogs: [{ scope: null, logRecords: null }] }] }],
    [{ resourceLogs: null }],
    [{ resourceLogs: [null] }],
  ])("C22: %j is taken", async (body) => {
    expect(await send(body)).toEqual({ status: 200, answer: {} });
  });

  test("C23: a null status is unset", async () => {
    expect(await storedSpan({ status: null, name: "n" })).toEqual({ name: "n" });
  });

  test("C24: a null count is unset", async () => {
    await send(metrics({ histogram: { dataPoints: [{ count: null, sum: 1 }] } }));
    expect(metricsOf(await receiver.stored())[0]?.histogram?.dataPoints).toEqual([{ sum: 1 }] as object[]);
  });

  test("C28: names of an object's prototype are plain keys", async () => {
    const keys = ["__proto__", "constructor", "toString"];
    const attributes = keys.map((key) => ({ key, value: { stringValue: "v" } }));
    const text = JSON.stringify(logs({ attributes })).replace(
      `"attributes"`,
      `"__proto__":{"polluted":1},"attributes"`,
    );
    expect(await send(text)).toEqual({ status: 200, answer: {} });
    const record = logRecordsOf(await receiver.stored())[0];
    expect(record?.attributes?.map(({ key }) => key)).toEqual(keys);
    expect(Object.getOwnPropertyNames(record)).toContain("__proto__");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
