/** Telemetry of every kind and several sizes, in which each record carries an id that no other has. */
import { gzipSync } from "node:zlib";
import type { Random } from "../../src/demo/work/random.ts";
import type { Signal } from "../../src/vocabulary/otlp.ts";

/** The attribute that holds a record's id. */
export const ID = "chaos.id";

/** One request: it is sent with the same bytes until it is acknowledged. */
export interface Request {
  signal: Signal;
  gzip: boolean;
  bytes: Uint8Array<ArrayBuffer>;
  ids: string[];
}

const SIZES = [1, 1, 1, 3, 10, 10, 40, 150] as const;
const LARGE = { records: 20, textBytes: 60_000 };
const ONE_IN_LARGE = 100;
const AGENTS = ["claude-code", "codex_cli_rs", "gemini-cli", "qwen-code"] as const;

/**
 * Makes a request.
 *
 * @param name - `name`, which its ids begin with.
 */
export function makeRequest(random: Random, name: string): Request {
  const signal = random.pick(["logs", "logs", "traces", "metrics"] as const);
  const large = random.whole(1, ONE_IN_LARGE) === 1;
  const records = large ? LARGE.records : random.pick(SIZES);
  const ids = Array.from({ length: records }, (_, number) => `${name}-${number}`);
  const padding = large ? "lorem ipsum ".repeat(LARGE.textBytes / 12) : "";
  const resource = { attributes: [text("service.name", random.pick(AGENTS)), text("session.id", name)] };
  const json = JSON.stringify(
    ENVELOPES[signal](
      resource,
      ids.map((id) => ({ id, padding })),
    ),
  );
  const gzip = random.chance(0.5);
  const bytes = gzip ? gzipSync(json) : new TextEncoder().encode(json);
  return { signal, gzip, bytes: new Uint8Array(bytes), ids };
}

interface Entry {
  id: string;
  padding: string;
}

const ENVELOPES = {
  logs: (resource: object, entries: Entry[]) => ({
    resourceLogs: [
      { resource, scopeLogs: [{ scope: { name: "chaos" }, logRecords: entries.map(logRecord) }] },
    ],
  }),
  traces: (resource: object, entries: Entry[]) => ({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "chaos" }, spans: entries.map(span) }] }],
  }),
  metrics: (resource: object, entries: Entry[]) => ({
    resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: "chaos" }, metrics: [metric(entries)] }] }],
  }),
};

function logRecord({ id, padding }: Entry): object {
  return {
    timeUnixNano: nowUnixNano(),
    severityNumber: 9,
    body: { stringValue: `record ${padding}` },
    attributes: [text(ID, id), text("event.name", "chaos")],
  };
}

function span({ id, padding }: Entry): object {
  const time = nowUnixNano();
  return {
    traceId: hexOf(id, 16),
    spanId: hexOf(id, 8),
    name: "chaos",
    kind: 1,
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes: [text(ID, id), text("padding", padding)],
  };
}

function metric(entries: Entry[]): object {
  const timeUnixNano = nowUnixNano();
  const dataPoints = entries.map(({ id }) => ({ timeUnixNano, asInt: "1", attributes: [text(ID, id)] }));
  return { name: "chaos.count", sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints } };
}

function text(key: string, value: string): object {
  return { key, value: { stringValue: value } };
}

function hexOf(id: string, bytes: number): string {
  return new Bun.CryptoHasher("sha256")
    .update(id)
    .digest("hex")
    .slice(0, bytes * 2);
}

function nowUnixNano(): string {
  return `${Date.now()}000000`;
}
