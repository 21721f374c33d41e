/** Answers `GET /v1/telemetry/spans`: every span that was received, used or not. */
import type { SpanEntry } from "../../normaliser/records/record.ts";
import { readLine } from "../../normaliser/records/read-line.ts";
import type { StoredLine } from "../../vocabulary/otlp.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { type ReadStores, readRecords, type RecordOrigin } from "./read-records.ts";
import type { RecordsOfLine } from "./record-pages.ts";
import { SPAN_KINDS, type SpanRow, type SpansPage, type SpansQuery, STATUS_CODES } from "./spans-answer.ts";

/** Reads one page. */
export async function readSpans(stores: ReadStores, query: SpansQuery): Promise<SpansPage> {
  const { rows, next } = await readRecords(stores, query, {
    signals: ["traces"],
    recordsOf: spansOf,
    word: query.name,
    event: null,
    isWanted: ({ name }) => query.name === null || name === query.name,
    textsOf: ({ name, statusMessage, attributes, events }) => [
      name,
      statusMessage,
      ...Object.values(attributes),
      ...events.flatMap((event) => [event.name, ...Object.values(event.attributes)]),
    ],
    shown,
  });
  return { spans: rows, next };
}

function spansOf(line: StoredLine): RecordsOfLine<SpanEntry> {
  const { keyId, records } = readLine(line);
  return { keyId, records: records.filter((record) => record.signal === "traces") };
}

function shown(span: SpanEntry): Omit<SpanRow, keyof RecordOrigin> {
  const { traceId, spanId, parentSpanId, name, attributes, links } = span;
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: SPAN_KINDS[span.spanKind - 1] ?? null,
    startedAt: isoTime(span.startedAt),
    endedAt: isoTime(span.at),
    status: { code: STATUS_CODES[span.status] ?? "unset", message: span.statusMessage || null },
    attributes,
    events: span.events.map(({ at, ...event }) => ({ ...event, timestamp: isoTime(at) })),
    links,
  };
}
