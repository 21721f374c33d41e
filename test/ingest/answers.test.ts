import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { fail, succeed } from "../../src/vocabulary/result.ts";
import { attribute, logRecordsOf, logs, metrics, metricsOf, spans } from "./bodies.ts";
import { startReceiver } from "./receiver.ts";

const receiver = await startReceiver({ limitBytes: 20 * 1024 * 1024 });
afterAll(() => receiver.stop());
beforeEach(async () => void (await receiver.stored()));

const BAD = { traceId: "short" };
const BODY = logs({ body: { stringValue: "b" } });

describe("trouble", () => {
  test.each([
    ["G10", "unavailable"],
    ["G16", "full"],
    ["G15", "stopping"],
  ] as const)("%s: a stream that is %s is 503, to be asked again in 5 s", async (_, kind) => {
    const refusing = await startReceiver({
      publisher: { refusal: () => null, publish: async () => fail({ kind }) },
    });
    const response = await refusing.send("/v1/logs", BODY);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: 14, details: [{ retryDelay: "5s" }] });
    expect(refusing.counts()).toMatchObject({ refused: { unavailable: 1 }, accepted: { logs: 0 } });
    await refusing.stop();
  });

  test("a stream that takes nothing is told before the body is read", async () => {
    const refusing = await startReceiver({
      publisher: { refusal: () => "full", publish: async () => succeed(undefined) },
    });
    expect((await refusing.send("/v1/logs", "no JSON")).status).toBe(503);
    await refusing.stop();
  });

  test("G11: a bug is 500 without its reason, and the process lives", async () => {
    const broken = await startReceiver({
      publisher: {
        refusal: () => null,
        publish: () => Promise.reject(new Error("a reason with a /path")),
      },
    });
    const response = await broken.send("/v1/logs", BODY);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({ code: 13, message: expect.any(String) });
    expect(text).not.toContain("reason with");
    expect((await broken.send("/v1/logs", "{}")).status).toBe(200);
    await broken.stop();
  });

  test("G9: past its limit a key is answered 429 with a time in whole seconds", async () => {
    let now = 1_000_000;
    const limited = await startReceiver({ requestsPerMinute: 2, clock: () => now });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push(await limited.send("/v1/logs", BODY));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(statuses[2]?.headers.get("retry-after")).toBe("30");
    expect(await statuses[2]?.json()).toMatchObject({ code: 8, message: expect.any(String) });
    now += 30_000;
    expect((await limited.send("/v1/logs", BODY)).status).toBe(200);
    await limited.stop();
  });

  test.each([
    [400, { path: "/v1/logs", body: "{", headers: {} }],
    [401, { path: "/v1/logs", body: "{}", headers: { authorization: null } }],
    [415, { path: "/v1/logs", body: "{}", headers: { "content-type": "text/plain" } }],
    [404, { path: "/v1/nothing", body: "{}", headers: {} }],
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

  test("what was rejected is told by its place, and the rest is stored", async () => {
    const point = (asInt: number) => ({ asInt });
    const body = metrics(
      { name: "a", sum: { dataPoints: [point(1), { ...point(2), count: -1 }] } },
      { name: "b", gauge: { dataPoints: [{ ...point(3), timeUnixNano: "x" }, point(4)] } },
    );
    await receiver.send("/v1/metrics", body);
    expect(receiver.frames().at(-1)?.header.rejected).toEqual([
      [1, 0, 0, 0, 1],
      [1, 0, 0, 1, 0],
    ]);
    expect(metricsOf(await receiver.stored())).toEqual([
      { name: "a", sum: { dataPoints: [{ asInt: "1" }] } },
      { name: "b", gauge: { dataPoints: [{ asInt: "4" }] } },
    ]);
  });

  test("G5: a record that lost a value is accepted with a warning", async () => {
    const response = await receiver.send("/v1/logs", attribute({ boolValue: "true" }));
    expect(await response.json()).toEqual({
      partialSuccess: { rejectedLogRecords: "0", errorMessage: expect.stringContaining("1 left out") },
    });
    expect(logRecordsOf(await receiver.stored())).toHaveLength(1);
  });

  test("G6: ten thousand bad records make a short answer", async () => {
    const body = logs(...Array.from({ length: 10_000 }, () => BAD));
    const text = await (await receiver.send("/v1/logs", body)).text();
    expect(text.length).toBeLessThan(2_000);
    expect(text).toContain(`"rejectedLogRecords":"10000"`);
  });

  test("G14: a body sent again has the same hash; another key, path or body has not", async () => {
    await receiver.send("/v1/logs", BODY);
    await receiver.send("/v1/logs", BODY);
    await receiver.send("/v1/logs", BODY, { authorization: `Bearer ${receiver.foreignKey}` });
    await receiver.send("/v1/traces", BODY);
    await receiver.send("/v1/logs", logs({ body: { stringValue: "c" } }));
    const hashes = receiver
      .frames()
      .slice(-5)
      .map(({ header }) => header.hash);
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(hashes[1]).toBe(hashes[0] ?? "");
    expect(new Set(hashes).size).toBe(4);
  });
});
