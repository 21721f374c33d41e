import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  attribute,
  logRecordsOf,
  logs,
  metrics,
  metricsOf,
  storedAttribute,
  storedValue,
} from "../../ingest/bodies.ts";
import { joinReceiver } from "../../ingest/receiver.ts";

const receiver = await joinReceiver();
afterAll(() => receiver.stop());
beforeEach(async () => void (await receiver.stored()));

async function send(body: unknown): Promise<unknown> {
  const response = await receiver.send("/v1/logs", body);
  expect(response.status).toBe(200);
  return response.json();
}

const ONE_REJECTED = { partialSuccess: { rejectedLogRecords: "1", errorMessage: expect.any(String) } };

describe("times and counts", () => {
  test.each([
    ["D6", { timeUnixNano: "-1" }],
    ["D7", { timeUnixNano: "abc" }],
    ["D7", { timeUnixNano: "1.5" }],
    ["D7", { observedTimeUnixNano: 0.5 }],
    ["D7", { timeUnixNano: {} }],
    ["D8", { timeUnixNano: "18446744073709551616" }],
    ["D22", { droppedAttributesCount: -1 }],
  ])("%s: a record with %j is rejected", async (_, record) => {
    expect(await send(logs(record))).toEqual(ONE_REJECTED);
    expect(await receiver.stored()).toEqual([]);
  });

  test.each([
    ["D1", { timeUnixNano: "1544712660300000001" }, { timeUnixNano: "1544712660300000001" }],
    ["D2", "1544712660300000000", { timeUnixNano: "1544712660300000000" }],
    ["D7", { timeUnixNano: "" }, {}],
    ["D8", { timeUnixNano: "18446744073709551615" }, { timeUnixNano: "18446744073709551615" }],
    ["D23", { droppedAttributesCount: "3" }, { droppedAttributesCount: 3 }],
    ["D24", { flags: 257 }, { flags: 257 }],
    ["D24", { flags: 769 }, { flags: 769 }],
    ["D24", { flags: -1 }, {}],
  ])("%s: %j is stored as %j", async (_, record, stored) => {
    const body =
      typeof record === "string"
        ? `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":${record}}]}]}]}`
        : logs(record);
    expect(await send(body)).toEqual({});
    expect(logRecordsOf(await receiver.stored())).toEqual([stored as object]);
  });
});

describe("integers of attributes", () => {
  test.each([
    ["D9", `"10"`, "10"],
    ["D9", `10`, "10"],
    ["D10", `"-9223372036854775808"`, "-9223372036854775808"],
    ["D10", `"9223372036854775807"`, "9223372036854775807"],
    ["D11", `9007199254740993`, "9007199254740992"],
    ["D13", `1.0`, "1"],
    ["D13", `"1e3"`, "1000"],
    ["D13", `"12.50e1"`, "125"],
    ["D13", `-0`, "0"],
  ])("%s: %s is %s", async (_, json, stored) => {
    const text = JSON.stringify(attribute({ intValue: "@" })).replace(`"@"`, json);
    expect(await send(text)).toEqual({});
    expect(storedValue(await receiver.stored())).toEqual({ intValue: stored });
  });

  test.each([
    ["D12", `1e+21`],
    ["D12", `"9223372036854775808"`],
    ["D14", `1.5`],
    ["D14", `"ten"`],
    ["D14", `{}`],
  ])("%s: the value %s is dropped, and the record kept", async (_, json) => {
    const text = JSON.stringify(attribute({ intValue: "@" })).replace(`"@"`, json);
    expect(await send(text)).toEqual({});
    expect(storedAttribute(await receiver.stored())).toEqual({ key: "k" });
  });
});

describe("doubles", () => {
  test.each([
    ["D15", 0.5, 0.5],
    ["D15", "0.5", 0.5],
    ["D15", 5, 5],
    ["D15", "1e-3", 0.001],
    ["D16", "NaN", "NaN"],
    ["D16", "Infinity", "Infinity"],
    ["D16", "-Infinity", "-Infinity"],
  ])("%s: %p is %p", async (_, doubleValue, stored) => {
    expect(await send(attribute({ doubleValue }))).toEqual({});
    expect(storedValue(await receiver.stored())).toEqual({ doubleValue: stored });
  });

  test("D16: a number too large for a double is infinity, and the line is JSON again", async () => {
    await send(JSON.stringify(attribute({ doubleValue: "@" })).replace(`"@"`, "1e999"));
    const lines = await receiver.stored();
    expect(JSON.parse(JSON.stringify(lines))).toEqual(lines);
    expect(storedValue(lines)).toEqual({ doubleValue: "Infinity" });
  });

  test("D17: null is empty", async () => {
    expect(await send(attribute({ doubleValue: null }))).toEqual({});
    expect(storedAttribute(await receiver.stored())).toEqual({ key: "k" });
  });

  test("D18: an object is empty, and the record kept", async () => {
    await send(attribute({ doubleValue: {} }));
    expect(storedAttribute(await receiver.stored())).toEqual({ key: "k" });
  });
});

describe("points", () => {
  test.each([
    ["D20", { asInt: "5" }, { asInt: "5" }],
    ["D20", { asInt: 5 }, { asInt: "5" }],
    ["D20", { asDouble: 5 }, { asDouble: 5 }],
    ["D20", { asDouble: 0, asInt: 7 }, { asInt: "7" }],
  ])("%s: %j is %j", async (_, point, stored) => {
    expect(await send(metrics({ sum: { dataPoints: [point] } }))).toEqual({});
    expect(metricsOf(await receiver.stored())[0]?.sum?.dataPoints).toEqual([stored]);
  });

  test.each([
    ["D21", { count: "2", bucketCounts: ["1", "1"], explicitBounds: [3] }],
    ["D21", { count: 2, bucketCounts: [1, 1], explicitBounds: ["3"] }],
  ])("%s: %j is one histogram", async (_, point) => {
    expect(await send(metrics({ histogram: { dataPoints: [point] } }))).toEqual({});
    const stored: unknown = metricsOf(await receiver.stored())[0]?.histogram?.dataPoints;
    expect(stored).toEqual([{ count: "2", bucketCounts: ["1", "1"], explicitBounds: [3] }]);
  });
});
