import { describe, expect, test } from "bun:test";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import type { StreamRequest } from "../../src/stream/request.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { linesOf, type SignalLine } from "../../src/writer/lines.ts";
import { frameOf } from "../stream/frames.ts";

const MIB = 1024 * 1024;
const PADDING = "x".repeat(1_000);

function scope(name: string, from: number, records: number) {
  const logRecords = Array.from({ length: records }, (_, place) => ({
    body: { stringValue: `${from + place} ${PADDING}` },
  }));
  return { scope: { name }, logRecords };
}

/** A request of one resource with a head of that length and two scopes. */
function request(head: string, records: number): StreamRequest {
  const attributes = [{ key: "head", value: { stringValue: head } }];
  const scopeLogs = [scope("first", 0, records), scope("second", records, records)];
  return frameOf(JSON.stringify({ resourceLogs: [{ resource: { attributes }, scopeLogs }] }), 2 * records);
}

function cut(request: StreamRequest): SignalLine[] {
  return linesOf(request, { sequence: 7, frame: 1 }, createRedactor(SETTINGS.parse({})));
}

interface Piece {
  place: string;
  records: { scope: string; number: number }[];
}

function readPiece({ line }: SignalLine): Piece {
  const [resource] = (JSON.parse(line.text) as StoredLine).resourceLogs ?? [];
  const attributes = resource?.resource?.attributes ?? [];
  const place = attributes.find(({ key }) => key === "scoring.sequence")?.value?.stringValue ?? "";
  const records = (resource?.scopeLogs ?? []).flatMap((one) =>
    (one.logRecords ?? []).map(({ body }) => ({
      scope: one.scope?.name ?? "",
      number: Number.parseInt(body?.stringValue ?? "", 10),
    })),
  );
  expect(records).toHaveLength(line.records);
  return { place, records };
}

describe("a resource with many records", () => {
  test("becomes lines of about a mebibyte, with every record once, in order, under its scope", () => {
    const lines = cut(request("short", 3_000));
    expect(lines.length).toBeGreaterThan(4);
    for (const { line } of lines) expect(line.text.length).toBeLessThan(1.2 * MIB);
    const pieces = lines.map(readPiece);
    const all = pieces.flatMap(({ records }) => records);
    expect(all).toEqual(
      Array.from({ length: 6_000 }, (_, number) => ({ scope: number < 3_000 ? "first" : "second", number })),
    );
    let before = 0;
    for (const { place, records } of pieces) {
      expect(place).toBe(`7:1:${before}`);
      before += records.length;
    }
  });

  test("is cut less often when its head is long, so that the repeated heads stay the smaller part", () => {
    const long = request("h".repeat(2 * MIB), 6_000);
    const stored = cut(long).reduce((bytes, { line }) => bytes + line.text.length, 0);
    expect(stored).toBeLessThan(1.5 * long.body.length);
  });
});

describe("a metric with many points", () => {
  const points = Array.from({ length: 6_000 }, (_, number) => ({
    asInt: String(number),
    timeUnixNano: "1795262400000000000",
    attributes: [{ key: "padding", value: { stringValue: PADDING } }],
  }));
  const resource = (metrics: unknown[], attributes: unknown[] = []) => ({
    resource: { attributes },
    scopeMetrics: [{ scope: { name: "only" }, metrics }],
  });

  test("is cut between its points, each once, in order, under its name", () => {
    const sum = { aggregationTemporality: 1, isMonotonic: true, dataPoints: points };
    const body = { resourceMetrics: [resource([{ name: "used", unit: "1", sum }])] };
    const lines = cut(frameOf(JSON.stringify(body), points.length));
    expect(lines.length).toBeGreaterThan(4);
    for (const { line } of lines) expect(line.text.length).toBeLessThan(1.2 * MIB);
    const metrics = lines.flatMap(({ line }) => {
      const [piece] = (JSON.parse(line.text) as StoredLine).resourceMetrics ?? [];
      return piece?.scopeMetrics?.flatMap((one) => one.metrics ?? []) ?? [];
    });
    expect(new Set(metrics.map(({ name, unit }) => `${name} ${unit}`))).toEqual(new Set(["used 1"]));
    const numbers = metrics.flatMap((metric) => metric.sum?.dataPoints?.map(({ asInt }) => Number(asInt)));
    expect(numbers).toEqual(points.map((_, number) => number));
  });

  test("among many without points does not make a line of each", () => {
    const head = [{ key: "head", value: { stringValue: "h".repeat(100_000) } }];
    const empty = Array.from({ length: 5_000 }, () => ({
      name: "n".repeat(1_000),
      gauge: { dataPoints: [] },
    }));
    const metrics = [...empty, { name: "used", gauge: { dataPoints: points.slice(0, 1) } }];
    const body = JSON.stringify({ resourceMetrics: [resource(metrics, head)] });
    const stored = cut(frameOf(body, 1)).reduce((bytes, { line }) => bytes + line.text.length, 0);
    expect(stored).toBeLessThan(1.5 * body.length);
  });
});

describe("a small resource", () => {
  test("stays one line", () => {
    expect(cut(request("short", 100))).toHaveLength(1);
  });
});
