/**
 * Every OTLP message that is stored, field by field.
 *
 * @see Opentelemetry-proto 1.11.0 (commit ac2c4b5, 2026-08-18).
 */
import { isUsableEvent, isUsableExemplar, isUsableLink } from "../../ingest/walk/flaws.ts";
import { isObject } from "../../ingest/walk/values.ts";
import {
  boolean,
  double,
  enumeration,
  hexId,
  listOf,
  partsOf,
  placedList,
  signed32,
  signed64,
  statusMessage,
  text,
  unsigned32,
  unsigned64,
} from "./fields.ts";
import { messageReader, unlessEmpty } from "./message.ts";
import type { MessageReader, Reader } from "./message.ts";
import { attributes, body, resourceAttributes } from "./values.ts";

const SEVERITIES = Object.fromEntries(
  ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"].flatMap((name, level) =>
    ["", "2", "3", "4"].map((step, index) => [`SEVERITY_NUMBER_${name}${step}`, level * 4 + index + 1]),
  ),
);
const SPAN_KINDS = {
  SPAN_KIND_INTERNAL: 1,
  SPAN_KIND_SERVER: 2,
  SPAN_KIND_CLIENT: 3,
  SPAN_KIND_PRODUCER: 4,
  SPAN_KIND_CONSUMER: 5,
};
const STATUS_CODES = { STATUS_CODE_OK: 1, STATUS_CODE_ERROR: 2 };
const TEMPORALITIES = { AGGREGATION_TEMPORALITY_DELTA: 1, AGGREGATION_TEMPORALITY_CUMULATIVE: 2 };

const attributed = { attributes, droppedAttributesCount: unsigned32 };

const entityReference = messageReader({
  fields: { schemaUrl: text, type: text, idKeys: listOf(text), descriptionKeys: listOf(text) },
});
const resource = messageReader({
  fields: {
    ...attributed,
    attributes: resourceAttributes,
    entityRefs: partsOf(entityReference, isObject),
  },
});
const scope = messageReader({ fields: { ...attributed, name: text, version: text } });

const logRecord = messageReader({
  fields: {
    ...attributed,
    timeUnixNano: unsigned64,
    observedTimeUnixNano: unsigned64,
    severityNumber: enumeration(SEVERITIES),
    severityText: text,
    body,
    flags: unsigned32,
    traceId: hexId,
    spanId: hexId,
    eventName: text,
  },
});

const spanEvent = messageReader({ fields: { ...attributed, timeUnixNano: unsigned64, name: text } });
const spanLink = messageReader({
  fields: { ...attributed, traceId: hexId, spanId: hexId, traceState: text, flags: unsigned32 },
});
const status = messageReader({ fields: { message: statusMessage, code: enumeration(STATUS_CODES) } });

const span = messageReader({
  fields: {
    ...attributed,
    traceId: hexId,
    spanId: hexId,
    traceState: text,
    parentSpanId: hexId,
    flags: unsigned32,
    name: text,
    kind: enumeration(SPAN_KINDS),
    startTimeUnixNano: unsigned64,
    endTimeUnixNano: unsigned64,
    events: partsOf(spanEvent, isUsableEvent),
    droppedEventsCount: unsigned32,
    links: partsOf(spanLink, isUsableLink),
    droppedLinksCount: unsigned32,
    status: unlessEmpty(status),
  },
});

const exemplar = messageReader({
  fields: {
    filteredAttributes: attributes,
    timeUnixNano: unsigned64,
    asDouble: double,
    asInt: signed64,
    spanId: hexId,
    traceId: hexId,
  },
  oneof: ["asDouble", "asInt"],
});

const point = {
  attributes,
  startTimeUnixNano: unsigned64,
  timeUnixNano: unsigned64,
  flags: unsigned32,
};
const exemplars = partsOf(exemplar, isUsableExemplar);

const numberPoint = messageReader({
  fields: { ...point, asDouble: double, asInt: signed64, exemplars },
  oneof: ["asDouble", "asInt"],
});
const histogramPoint = messageReader({
  fields: {
    ...point,
    count: unsigned64,
    sum: double,
    bucketCounts: listOf(unsigned64),
    explicitBounds: listOf(double),
    exemplars,
    min: double,
    max: double,
  },
});
const side = messageReader({ fields: { offset: signed32, bucketCounts: listOf(unsigned64) } });
const exponentialPoint = messageReader({
  fields: {
    ...point,
    count: unsigned64,
    sum: double,
    scale: signed32,
    zeroCount: unsigned64,
    positive: unlessEmpty(side),
    negative: unlessEmpty(side),
    exemplars,
    min: double,
    max: double,
    zeroThreshold: double,
  },
});
const quantile = messageReader({ fields: { quantile: double, value: double } });
const summaryPoint = messageReader({
  fields: {
    ...point,
    count: unsigned64,
    sum: double,
    quantileValues: partsOf(quantile, isObject),
  },
});

function measurement(dataPoint: MessageReader, more: Record<string, Reader> = {}): MessageReader {
  return messageReader({ fields: { dataPoints: placedList(dataPoint), ...more } });
}

const aggregationTemporality = enumeration(TEMPORALITIES);
const metric = messageReader({
  fields: {
    name: text,
    description: text,
    unit: text,
    metadata: attributes,
    gauge: measurement(numberPoint),
    sum: measurement(numberPoint, { aggregationTemporality, isMonotonic: boolean }),
    histogram: measurement(histogramPoint, { aggregationTemporality }),
    exponentialHistogram: measurement(exponentialPoint, { aggregationTemporality }),
    summary: measurement(summaryPoint),
  },
  oneof: ["gauge", "sum", "histogram", "exponentialHistogram", "summary"],
});

/** The list of one signal's records, with the scopes and resources they are under; undefined when none is left. */
function resourceList(scopes: string, records: string, record: MessageReader): Reader {
  const head = { schemaUrl: text };
  const scopeEntry = messageReader({
    fields: { ...head, scope: unlessEmpty(scope), [records]: placedList(record) },
  });
  const entry = messageReader({
    fields: { ...head, resource: unlessEmpty(resource), [scopes]: placedList(holding(records, scopeEntry)) },
  });
  return placedList(holding(scopes, entry));
}

/** A resource or scope is stored for its records; without any it is left out. */
function holding(list: string, read: MessageReader): MessageReader {
  return (value, passage) => {
    const message = read(value, passage);
    return message?.[list] === undefined ? undefined : message;
  };
}

/** How each signal's list is called, and its reader. */
export const SIGNAL_LISTS = {
  logs: { field: "resourceLogs", read: resourceList("scopeLogs", "logRecords", logRecord) },
  metrics: { field: "resourceMetrics", read: resourceList("scopeMetrics", "metrics", metric) },
  traces: { field: "resourceSpans", read: resourceList("scopeSpans", "spans", span) },
} as const;
