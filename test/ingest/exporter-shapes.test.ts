/** The largest bodies that exporters write, in every nesting that an SDK makes, against the limits as they are shipped. */
import { afterAll, describe, expect, test } from "bun:test";
import { SETTINGS } from "../../src/settings/schema.ts";
import { startIngestAlone } from "./ingest-alone.ts";

const { maxItems, bodyLimitBytes } = SETTINGS.parse({});
const RECORDS = 100_000;

const ingest = await startIngestAlone({ items: maxItems, limitBytes: bodyLimitBytes });
afterAll(() => ingest.stop());

/** One text many times, as a list. */
const list = (text: string, times: number): string => `[${Array(times).fill(text).join()}]`;

const TIME = '"timeUnixNano":"1763632860000000000"';
const TEXT = (key: string) => `{"key":"${key}","value":{"stringValue":"GET"}}`;
const RECORD = `{${TIME},"body":{"stringValue":"a line of a log"}}`;
const IDS = '"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174"';
const SPAN = `{${IDS},"name":"s","endTimeUnixNano":"1763632860000000000"}`;
const BOUNDS = "[0,5,10,25,50,75,100,250,500,750,1000,2500,5000,7500,10000]";
const HISTOGRAM = `{${TIME},"count":"1","sum":1,"bucketCounts":${list('"0"', 16)},"explicitBounds":${BOUNDS}}`;

/** How many records, and the body that holds them. */
const SHAPES: Readonly<Record<string, () => [records: number, body: string]>> = {
  "log records in one scope": () => [
    RECORDS,
    `{"resourceLogs":[{"scopeLogs":[{"logRecords":${list(RECORD, RECORDS)}}]}]}`,
  ],
  "one scope for each record": () => [
    RECORDS,
    `{"resourceLogs":[{"scopeLogs":${list(`{"scope":{"name":"a.b"},"logRecords":[${RECORD}]}`, RECORDS)}}]}`,
  ],
  "one resource for each record": () => [
    RECORDS,
    `{"resourceLogs":${list(`{"resource":{"attributes":[${TEXT("service.name")}]},"scopeLogs":[{"logRecords":[{${TIME}}]}]}`, RECORDS)}}`,
  ],
  "one scope for each span": () => [
    RECORDS,
    `{"resourceSpans":[{"scopeSpans":${list(`{"scope":{"name":"a"},"spans":[${SPAN}]}`, RECORDS)}}]}`,
  ],
  "one metric for each point": () => [
    RECORDS,
    `{"resourceMetrics":[{"scopeMetrics":[{"metrics":${list(`{"name":"m","sum":{"dataPoints":[{${TIME},"asInt":"1"}]}}`, RECORDS)}}]}]}`,
  ],
  "many attributes": () => {
    const attributes = `[${Array.from({ length: 12 }, (_, place) => TEXT(`attribute.${place}`)).join()}]`;
    return [
      30_000,
      `{"resourceLogs":[{"scopeLogs":[{"logRecords":${list(`{${TIME},"attributes":${attributes}}`, 30_000)}}]}]}`,
    ];
  },
  "short attributes that fill the body": () => {
    const one = '{"key":"code","value":{"intValue":"200"}}';
    const most = Math.floor((bodyLimitBytes - 1_000) / (one.length + 1));
    return [1, `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":${list(one, most)}}]}]}]}`];
  },
  "histograms that fill the body": () => {
    const most = Math.floor((bodyLimitBytes - 1_000) / (HISTOGRAM.length + 1));
    const points = list(HISTOGRAM, most);
    return [
      most,
      `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"m","histogram":{"dataPoints":${points}}}]}]}]}`,
    ];
  },
};

describe("is taken whole", () => {
  test.each(Object.keys(SHAPES))("%s", async (name) => {
    const [records, body] = SHAPES[name]?.() ?? [0, ""];
    expect(body.length).toBeLessThanOrEqual(bodyLimitBytes);
    const before = ingest.requests.length;
    const response = await ingest.send("/v1/logs", body);
    expect([response.status, await response.text()]).toEqual([200, "{}"]);
    const [taken] = ingest.requests.slice(before);
    const { logs = 0, traces = 0, metrics = 0 } = taken?.header.records ?? {};
    expect(logs + traces + metrics).toBe(records);
  });
});
