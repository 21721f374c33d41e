import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { attribute, logRecordsOf, logs, storedAttribute, storedValue } from "../../../ingest/bodies.ts";
import { startReceiver } from "../../../ingest/receiver.ts";

const receiver = await startReceiver({ bodyLimitBytes: 20 * 1024 * 1024 });
afterAll(() => receiver.stop());
beforeEach(async () => void (await receiver.stored()));

async function send(body: unknown): Promise<unknown> {
  const response = await receiver.send("/v1/logs", body);
  expect(response.status).toBe(200);
  return response.json();
}

function nested(depth: number): string {
  const open = `{"arrayValue":{"values":[`;
  return open.repeat(depth - 1) + `{"stringValue":"deep"}` + `]}}`.repeat(depth - 1);
}

describe("a value that is dropped leaves its key and its record", () => {
  test.each([
    ["E3", `{"boolValue":"true"}`],
    ["E3", `{"stringValue":5}`],
    ["E9", nested(10_000)],
    ["E9", nested(33)],
    ["E11", `{"bytesValue":{"0":1,"1":2}}`],
    ["E11", `{"bytesValue":"no base64!"}`],
    ["E13", `"bare"`],
    ["E13", `[1]`],
    ["E6", `{"arrayValue":[1]}`],
    ["E8", `{"kvlistValue":{"values":[1]}}`],
  ])("%s", async (_, json) => {
    const text = JSON.stringify(attribute("@")).replace(`"@"`, json);
    expect(await send(text)).toEqual({});
    expect(logRecordsOf(await receiver.stored())).toEqual([{ attributes: [{ key: "k" }] }]);
  });

  test("a body of the wrong type is dropped", async () => {
    await send(logs({ body: "bare", severityText: "kept" }));
    expect(logRecordsOf(await receiver.stored())).toEqual([{ severityText: "kept" }]);
  });
});

describe("a value that is kept", () => {
  const values = [{ stringValue: "a" }, {}, { intValue: "5" }, { boolValue: false }];
  const map = (value: unknown) => ({ kvlistValue: { values: [{ key: "in", value }] } });

  test.each([
    ["E1", { stringValue: "" }, { stringValue: "" }],
    ["E2", { boolValue: false }, { boolValue: false }],
    ["E6", { arrayValue: { values } }, { arrayValue: { values } }],
    ["E7", { arrayValue: {} }, { arrayValue: {} }],
    ["E7", { arrayValue: { values: null } }, { arrayValue: {} }],
    ["E8", map(map(map({ doubleValue: 1 }))), map(map(map({ doubleValue: 1 })))],
    ["E10", { bytesValue: "AQL/" }, { bytesValue: "AQL/" }],
    ["E10", { bytesValue: "AQL_" }, { bytesValue: "AQL/" }],
    ["E10", { bytesValue: "AQ" }, { bytesValue: "AQ==" }],
    ["E12", { stringValue: "a", intValue: 5 }, { intValue: "5" }],
    ["E12", { intValue: 5, stringValue: "a" }, { stringValue: "a" }],
    ["E12", { intValue: 5, stringValue: null }, { intValue: "5" }],
    ["E13", { Value: { StringValue: "x" } }, { Value: { StringValue: "x" } }],
  ])("%s: %j is %j", async (_, value, stored) => {
    expect(await send(attribute(value))).toEqual({});
    expect(storedValue(await receiver.stored())).toEqual(stored as object);
  });

  test("E9: one of 32 levels", async () => {
    expect(await send(JSON.stringify(attribute("@")).replace(`"@"`, nested(32)))).toEqual({});
    expect(storedValue(await receiver.stored())).toEqual(JSON.parse(nested(32)));
  });

  test.each([
    ["E4", { key: "k", value: {} }],
    ["E5", { key: "k" }],
    ["E5", { key: "k", value: null }],
  ])("%s: %j is a key with the empty value", async (_, sent) => {
    expect(await send(logs({ attributes: [sent] }))).toEqual({});
    expect(storedAttribute(await receiver.stored())).toEqual({ key: "k" });
  });
});

describe("attributes", () => {
  test("E14: a key that comes twice is kept twice, in order", async () => {
    const attributes = [
      { key: "thread.id", value: { intValue: "7" } },
      { key: "thread.id", value: { stringValue: "conversation" } },
    ];
    expect(await send(logs({ attributes }))).toEqual({});
    expect(logRecordsOf(await receiver.stored())).toEqual([{ attributes }]);
  });

  test("E15: an empty key is kept", async () => {
    const attributes = [{ key: "", value: { stringValue: "v" } }];
    await send(logs({ attributes }));
    expect(logRecordsOf(await receiver.stored())).toEqual([{ attributes }]);
  });

  test("E16: 5,000 attributes are all kept", async () => {
    const attributes = Array.from({ length: 5_000 }, (_, index) => ({
      key: `k${index}`,
      value: { intValue: "1" },
    }));
    await send(logs({ attributes }));
    expect(logRecordsOf(await receiver.stored())[0]?.attributes).toHaveLength(5_000);
  });

  test("E17: a text of 1 MB is stored whole", async () => {
    const stringValue = "word ".repeat(200_000);
    await send(attribute({ stringValue }));
    expect(storedValue(await receiver.stored())?.stringValue?.length).toBe(1_000_000);
  });

  test.each([
    ["E18", String.raw`"a\ud83d"`, "a\ufffd"],
    ["E19", String.raw`"a\u0000b"`, "a\u0000b"],
  ])("%s: %s is stored well-formed", async (_, json, stored) => {
    const text = JSON.stringify(attribute({ stringValue: "@" })).replace(`"@"`, () => json);
    expect(await send(text)).toEqual({});
    expect(storedValue(await receiver.stored())).toEqual({ stringValue: stored });
  });

  test("E20: an attribute of the record and one of the resource are both stored where they were", async () => {
    const attributes = [{ key: "k", value: { stringValue: "record" } }];
    const resource = { attributes: [{ key: "k", value: { stringValue: "resource" } }] };
    const body = { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [{ attributes }] }] }] };
    await send(body);
    expect(await receiver.stored()).toEqual([body]);
  });

  test("a sender cannot set what the writer sets", async () => {
    const own = ["scoring.received_unix_nano", "scoring.key_id", "scoring.sequence"];
    const attributes = [...own, "team"].map((key) => ({ key, value: { stringValue: "forged" } }));
    await send({ resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: [{}] }] }] });
    expect((await receiver.stored())[0]?.resourceLogs?.[0]?.resource?.attributes).toEqual([
      attributes[3],
    ] as never);
  });
});
