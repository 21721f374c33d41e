import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { attribute, logRecordsOf, logs, metrics, spans, spansOf } from "../../ingest/bodies.ts";
import { startReceiver } from "../../ingest/receiver.ts";

const receiver = await startReceiver({ bodyLimitBytes: 20 * 1024 * 1024 });
afterAll(() => receiver.stop());
beforeEach(async () => void (await receiver.stored()));

const BAD = { traceId: "short" };
const BODY = logs({ body: { stringValue: "b" } });

describe("trouble", () => {
  test.each([
    [400, { path: "/v1/logs", body: "{", headers: {} }],
    [401, { path: "/v1/logs", body: "{}", headers: { authorization: null } }],
    [415, { path: "/v1/logs", body: "{}", headers: { "content-type": "text/plain" } }],
  ])("G7: %i for %j is a Status", async (status, { path, body, headers }) => {
    const response = await receiver.send(path, body, headers as Record<string, string | null>);
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"]);
    expect(response.headers.get("x-request-id")).toBeTruthy();
    expect(await response.json()).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
  });

  test("G8: a 400 names the field, and repeats nothing of the body", async () => {
    const response = await receiver.send("/v1/logs", logs({ attributes: "my secret" }));
    const text = await response.text();
    expect(text).toContain(`"field":"resourceLogs[0].scopeLogs[0].logRecords[0].attributes"`);
    expect(text).not.toContain("my secret");
  });
});

describe("success", () => {
  test("G1: what is valid is answered {}", async () => {
    const response = await receiver.send("/v1/logs", BODY);
    expect([response.status, await response.text()]).toEqual([200, "{}"]);
  });

  test.each([
    ["G2: /v1/logs", logs({}, BAD, {}), { rejectedLogRecords: "1" }],
    ["G3: /v1/traces", spans(BAD, BAD), { rejectedSpans: "2" }],
    [
      "G4: /v1/metrics",
      metrics({ sum: { dataPoints: [{}, { timeUnixNano: "-1" }, {}] } }),
      { rejectedDataPoints: "1" },
    ],
  ])("%s says what it rejected", async (name, body, rejected) => {
    const response = await receiver.send(name.slice("G2: ".length), body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      partialSuccess: { ...rejected, errorMessage: expect.any(String) },
    });
  });

  test("G5: a record that lost a value is accepted like any other", async () => {
    const response = await receiver.send("/v1/logs", attribute({ boolValue: "true" }));
    expect(await response.json()).toEqual({});
    expect(logRecordsOf(await receiver.stored())).toHaveLength(1);
  });

  test("a value that was left out is named where a record was rejected too", async () => {
    const lossy = { attributes: [{ key: "k", value: { boolValue: "true" } }] };
    expect(await (await receiver.send("/v1/logs", logs(BAD, lossy))).json()).toEqual({
      partialSuccess: { rejectedLogRecords: "1", errorMessage: expect.stringContaining("1 left out") },
    });
  });

  test("G6: ten thousand bad records make a short answer", async () => {
    const body = logs(...Array.from({ length: 10_000 }, () => BAD));
    const text = await (await receiver.send("/v1/logs", body)).text();
    expect(text.length).toBeLessThan(2_000);
    expect(text).toContain(`"rejectedLogRecords":"10000"`);
  });

  test("G14: spans sent again after a lost answer are stored once", async () => {
    const ids = { traceId: "5b8efff798038103d269b633813fc60c", spanId: "eee19b7ec3c1b174" };
    const body = spans({ ...ids, name: "once" });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await receiver.send("/v1/traces", body)).status).toBe(200);
    }
    expect(spansOf(await receiver.stored())).toEqual([{ ...ids, name: "once" }]);
    expect((await receiver.send("/v1/traces", body)).status).toBe(200);
    expect(await receiver.stored()).toEqual([]);
  });
});
