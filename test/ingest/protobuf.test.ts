/** Bodies in protobuf: the same records as in JSON, the same limits, and answers in protobuf. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { JsonLogsSerializer, ProtobufLogsSerializer } from "@opentelemetry/otlp-transformer";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { createRandom } from "../../src/demo/work/random.ts";
import { decodeProtobuf } from "../../src/ingest/protobuf/decode.ts";
import { createRedactor } from "../../src/privacy/redactor.ts";
import type { Signal } from "../../src/vocabulary/otlp.ts";
import { canonicalise } from "../../src/writer/canonical/canonical.ts";
import { readSeeds } from "../../scripts/fuzz/attack.ts";
import { mutateBytes } from "../../scripts/fuzz/mutate-bytes.ts";
import { protobufOf } from "../../scripts/protobuf-body.ts";
import { attribute, logs, metrics, spans } from "./bodies.ts";
import { startIngestAlone } from "./ingest-alone.ts";

const ITEMS = 500;
const LIMIT = 256 * 1024;
const ingest = await startIngestAlone({ protobuf: true, items: ITEMS, limitBytes: LIMIT });
const closed = await startIngestAlone();
afterAll(() => Promise.all([ingest.stop(), closed.stop()]));
beforeEach(() => void ingest.requests.splice(0));

const PROTOBUF = "application/x-protobuf";
const redact = createRedactor({
  captureMode: "full",
  redactEntropy: false,
  redactEmails: false,
  redactPaths: false,
});

/** A body to send, and headers that differ. */
interface Sent {
  body: Uint8Array<ArrayBuffer>;
  path?: string;
  headers?: Record<string, string>;
}

function send({ body, path = "/v1/logs", headers = {} }: Sent, port = ingest.port): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": PROTOBUF, authorization: "Bearer test-key", ...headers },
    body,
  });
}

/** What would be stored of the last request. */
function stored() {
  const request = ingest.requests.at(-1);
  const { body, header } = request ?? { body: "null", header: { rejected: [] } };
  return canonicalise(JSON.parse(String(body)), { rejected: header.rejected, redact });
}

/** The message's fields by number, the last of each: numbers and bytes. */
function fieldsIn(bytes: Uint8Array): Record<number, number | Uint8Array> {
  const reader = new BinaryReader(bytes);
  const fields: Record<number, number | Uint8Array> = {};
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    fields[number] = wire === WireType.Varint ? reader.int32() : reader.bytes();
  }
  return fields;
}

const textIn = (field: number | Uint8Array | undefined): string =>
  typeof field === "object" ? new TextDecoder().decode(field) : "";

async function statusIn(response: Response): Promise<{ code: number; message: string }> {
  expect(response.headers.get("content-type")).toBe(PROTOBUF);
  const { 1: code, 2: message } = fieldsIn(await response.bytes());
  return { code: Number(code), message: textIn(message) };
}

const signalOf = (path: string): Signal => path.slice("/v1/".length) as Signal;

describe("a body in protobuf", () => {
  const seeds = readSeeds();

  test("is 415 as long as accept_protobuf is off, in JSON, and names it", async () => {
    const response = await send({ body: protobufOf(logs({}), "logs") }, closed.port);
    expect([response.status, response.headers.get("content-type")]).toEqual([415, "application/json"]);
    const { message } = (await response.json()) as { message: string };
    expect(message).toContain("accept_protobuf");
    expect(message).toContain("OTEL_EXPORTER_OTLP_PROTOCOL=http/json");
    expect(closed.requests).toEqual([]);
  });

  test.each(seeds)("is stored as the same records in JSON: %#", async ({ path, text }) => {
    expect((await ingest.send(path, text)).status).toBe(200);
    const sent = ingest.requests.at(-1);
    const fromJson = stored();
    const response = await send({ path, body: protobufOf(JSON.parse(text) as object, signalOf(path)) });
    expect([response.status, (await response.bytes()).length]).toEqual([200, 0]);
    const { bytes: _, ...header } = sent?.header ?? { bytes: 0 };
    expect(ingest.requests).toHaveLength(2);
    expect(ingest.requests.at(-1)?.header).toMatchObject(header);
    expect(stored()).toEqual(fromJson);
  });

  test("holds every kind of value", async () => {
    const body = logs({
      timeUnixNano: "18446744073709551615",
      traceId: "5b8efff798038103d269b633813fc60c",
      spanId: "eee19b7ec3c1b174",
      severityNumber: 9,
      flags: 4_294_967_295,
      eventName: "ünïcode 🙂 \u0000",
      body: { kvlistValue: { values: [{ key: "__proto__", value: { stringValue: "" } }] } },
      attributes: [
        { key: "least", value: { intValue: "-9223372036854775808" } },
        { key: "bytes", value: { bytesValue: "AQL/" } },
        { key: "nan", value: { doubleValue: "NaN" } },
        { key: "infinite", value: { doubleValue: "-Infinity" } },
        { key: "no", value: { boolValue: false } },
        { key: "list", value: { arrayValue: { values: [{}, { intValue: "1" }, { arrayValue: {} }] } } },
        { key: "empty" },
      ],
    });
    await send({ body: protobufOf(body, "logs") });
    const fromProtobuf = stored();
    await ingest.send("/v1/logs", body);
    expect(fromProtobuf).toEqual(stored());
    expect(JSON.stringify(fromProtobuf)).toContain('"-9223372036854775808"');
  });

  test("comes from OpenTelemetry's own serializer, and is the same as its JSON", async () => {
    const exporter = new InMemoryLogRecordExporter();
    const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });
    const attributes = { text: "a", whole: 7, part: 0.5, flag: true, list: ["x", "y"] };
    provider.getLogger("scope", "1.0").emit({ body: "from the SDK", severityNumber: 9, attributes });
    await provider.forceFlush();
    const records = exporter.getFinishedLogRecords();
    const body = new Uint8Array(ProtobufLogsSerializer.serializeRequest(records) ?? []);
    expect((await send({ body })).status).toBe(200);
    const fromProtobuf = stored();
    const json = JsonLogsSerializer.serializeRequest(records);
    expect((await ingest.send("/v1/logs", new TextDecoder().decode(json))).status).toBe(200);
    expect(fromProtobuf).toEqual(stored());
    expect(JSON.stringify(fromProtobuf)).toContain("from the SDK");
  });

  test("may be gzip, and its type may have parameters and capitals", async () => {
    const body = protobufOf(logs({ body: { stringValue: "zipped" } }), "logs");
    const headers = { "content-encoding": "gzip", "content-type": "Application/X-Protobuf; q=1" };
    expect((await send({ body: gzipSync(body), headers })).status).toBe(200);
    expect(JSON.stringify(stored())).toContain("zipped");
  });

  test("may be empty, have fields that nobody knows, and parts of one message", async () => {
    expect((await send({ body: new Uint8Array() })).status).toBe(200);
    expect(ingest.requests).toEqual([]);
    const one = protobufOf(logs({ body: { stringValue: "one" } }), "logs");
    const two = protobufOf(logs({ body: { stringValue: "two" } }), "logs");
    const unknown = Uint8Array.of(0xf8, 0x07, 0x01);
    expect((await send({ body: Buffer.concat([one, unknown, two]) })).status).toBe(200);
    expect(ingest.requests.at(-1)?.header.records).toMatchObject({ logs: 2 });
  });
});

describe("the answer to protobuf", () => {
  test.each([
    ["/v1/logs", logs({ body: { stringValue: "good" } }, { traceId: "abcd" })],
    ["/v1/traces", spans(goodSpan(), { ...goodSpan(), spanId: "ab" })],
    ["/v1/metrics", metrics({ gauge: { dataPoints: [{ asInt: "1" }] }, name: "ok" }, badHistogram())],
  ])("counts what was rejected: %s", async (path, body) => {
    const response = await send({ path, body: protobufOf(body, signalOf(path)) });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, PROTOBUF]);
    const { 1: partial } = fieldsIn(await response.bytes());
    const { 1: rejected, 2: message } = fieldsIn(partial as Uint8Array);
    expect([rejected, textIn(message)]).toEqual([1, expect.stringContaining("1 rejected")]);
  });

  test("says in a Status what is wrong, and when to come again", async () => {
    const body = protobufOf(logs({}), "logs");
    const wrongKey = await send({ body, headers: { authorization: "Bearer nobody" } });
    expect(wrongKey.status).toBe(401);
    expect(await statusIn(wrongKey)).toMatchObject({ code: 16 });
    const unread = await send({ body, headers: { authorization: "Bearer unread-key" } });
    expect([unread.status, unread.headers.get("retry-after")]).toEqual([503, "5"]);
    const { 3: details } = fieldsIn(await unread.bytes());
    const { 1: type, 2: delay } = fieldsIn(details as Uint8Array);
    expect(textIn(type)).toBe("type.googleapis.com/google.rpc.RetryInfo");
    expect(fieldsIn(fieldsIn(delay as Uint8Array)[1] as Uint8Array)).toEqual({ 1: 5 });
  });

  test("to JSON stays JSON", async () => {
    const response = await ingest.send("/v1/logs", logs({}));
    expect([response.headers.get("content-type"), await response.text()]).toEqual(["application/json", "{}"]);
  });
});

describe("protobuf is refused, and nothing of it is stored,", () => {
  const good = protobufOf(logs({ body: { stringValue: "b" } }), "logs");
  const deep = (levels: number): unknown =>
    levels === 0 ? { stringValue: "x" } : { arrayValue: { values: [deep(levels - 1)] } };
  const many = (count: number) => protobufOf(logs(...Array.from({ length: count }, () => ({}))), "logs");
  const text = (length: number) => protobufOf(attribute({ stringValue: "t".repeat(length) }), "logs");

  const REFUSED: [string, number, Uint8Array<ArrayBuffer>, Record<string, string>][] = [
    ["when it is cut off", 400, good.subarray(0, -1), {}],
    ["when it is JSON", 400, new Uint8Array(Buffer.from(JSON.stringify(logs({})))), {}],
    ["when a text is longer than its message", 400, Uint8Array.of(0x0a, 0x02, 0x12, 0x7f), {}],
    ["when a field has the number 0", 400, Uint8Array.of(0x00, 0x00), {}],
    ["when it is no gzip", 400, good, { "content-encoding": "gzip" }],
    ["in another encoding", 415, good, { "content-encoding": "br" }],
    ["when it is nested deeper than 100 messages", 400, protobufOf(attribute(deep(60)), "logs"), {}],
    ["with more items than max_items", 413, many(ITEMS + 1), {}],
    ["with more values than they may have", 413, many(ITEMS * 10), {}],
    ["over the limit", 413, text(LIMIT), {}],
    ["unzipped over the limit", 413, gzipSync(text(LIMIT)), { "content-encoding": "gzip" }],
    [
      "over the limit as JSON",
      413,
      protobufOf(attribute({ stringValue: "\0".repeat(LIMIT / 2) }), "logs"),
      {},
    ],
  ];
  test.each(REFUSED)("%s: %i", async (...[, expected, body, headers]) => {
    const response = await send({ body, headers });
    expect(response.status).toBe(expected);
    expect(await statusIn(response)).toEqual({ code: 3, message: expect.stringMatching(/^[^{}]{20,}$/) });
    expect(ingest.requests).toEqual([]);
  });

  test("or only a value of an attribute, when that is nested too deep", async () => {
    const body = protobufOf(attribute(deep(40)), "logs");
    expect((await send({ body })).status).toBe(200);
    expect(stored()).toMatchObject([
      { entry: { scopeLogs: [{ logRecords: [{ attributes: [{ key: "k" }] }] }] } },
    ]);
  });
});

test("protobuf that was changed by chance is decoded or refused, and never breaks anything", () => {
  const seeds = readSeeds().map(({ path, text }) => {
    const signal = signalOf(path);
    return { signal, bytes: protobufOf(JSON.parse(text) as object, signal) };
  });
  const counts = { decoded: 0, refused: 0 };
  for (let number = 0; number < 3_000; number += 1) {
    const random = createRandom(`protobuf ${number}`);
    const { signal, bytes } = random.pick(seeds as [(typeof seeds)[0]]);
    const decoded = decodeProtobuf(mutateBytes(bytes, random), signal, { values: 100_000, objects: 100_000 });
    counts[decoded.ok ? "decoded" : "refused"] += 1;
  }
  expect(counts.decoded).toBeGreaterThan(300);
  expect(counts.refused).toBeGreaterThan(300);
});

/** A span without which a list of spans would be empty. */
function goodSpan() {
  return {
    traceId: "5b8efff798038103d269b633813fc60c",
    spanId: "eee19b7ec3c1b174",
    name: "s",
    startTimeUnixNano: "1",
    endTimeUnixNano: "2",
  };
}

function badHistogram() {
  return {
    name: "h",
    histogram: { dataPoints: [{ count: "1", bucketCounts: ["1"], explicitBounds: [1, 2] }] },
  };
}
