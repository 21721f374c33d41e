/** What makes one log record, span or data point unusable; the rest of its request is stored all the same. */
import { isHexId, isMissing, isObject, isUnsigned } from "./values.ts";
import type { LooseObject } from "./values.ts";

export type FlawKind = "id" | "time" | "count" | "histogram";

/** The one field that makes a record unusable, in camelCase, and what it should have been. */
export interface Flaw {
  kind: FlawKind;
  field: string;
  description: string;
}

/** What is wrong with a log record; null when nothing is. */
export function flawOfLogRecord(record: LooseObject): Flaw | null {
  if (!isUnsigned(record["timeUnixNano"] ?? record["time_unix_nano"])) return FLAWS.time;
  if (!isUnsigned(record["observedTimeUnixNano"] ?? record["observed_time_unix_nano"]))
    return FLAWS.observedTime;
  if (!isHexId(record["traceId"] ?? record["trace_id"], 32)) return FLAWS.traceId;
  if (!isHexId(record["spanId"] ?? record["span_id"], 16)) return FLAWS.spanId;
  return flawOfDropped(record);
}

/** What is wrong with a span; null when nothing is. Its events and links are judged separately. */
export function flawOfSpan(span: LooseObject): Flaw | null {
  return flawOfSpanIds(span) ?? flawOfSpanTimes(span) ?? flawOfDroppedParts(span) ?? flawOfDropped(span);
}

/** What is wrong with a data point of any kind of metric; null when nothing is. */
export function flawOfPoint(point: LooseObject): Flaw | null {
  if (!isUnsigned(point["timeUnixNano"] ?? point["time_unix_nano"])) return FLAWS.time;
  if (!isUnsigned(point["startTimeUnixNano"] ?? point["start_time_unix_nano"])) return FLAWS.startTime;
  if (!isUnsigned(point["count"])) return FLAWS.count;
  if (!isUnsigned(point["zeroCount"] ?? point["zero_count"])) return FLAWS.zeroCount;
  return flawOfBuckets(point) ?? flawOfSide(point["positive"]) ?? flawOfSide(point["negative"]);
}

/** Whether a span's event is usable; one that is not is left out, and its span kept. */
export function isUsableEvent(event: unknown): event is LooseObject {
  return (
    isObject(event) &&
    isUnsigned(event["timeUnixNano"] ?? event["time_unix_nano"]) &&
    flawOfDropped(event) === null
  );
}

/** Whether a span's link is usable; one that is not is left out, and its span kept. */
export function isUsableLink(link: unknown): link is LooseObject {
  return (
    isObject(link) &&
    isHexId(link["traceId"] ?? link["trace_id"], 32) &&
    isHexId(link["spanId"] ?? link["span_id"], 16) &&
    flawOfDropped(link) === null
  );
}

/** Whether a point's exemplar is usable; one that is not is left out, and its point kept. */
export function isUsableExemplar(exemplar: unknown): exemplar is LooseObject {
  return isUsableLink(exemplar) && isUnsigned(exemplar["timeUnixNano"] ?? exemplar["time_unix_nano"]);
}

function flawOfSpanIds(span: LooseObject): Flaw | null {
  if (!isHexId(span["traceId"] ?? span["trace_id"], 32)) return FLAWS.traceId;
  if (!isHexId(span["spanId"] ?? span["span_id"], 16)) return FLAWS.spanId;
  if (!isHexId(span["parentSpanId"] ?? span["parent_span_id"], 16)) return FLAWS.parentSpanId;
  return null;
}

function flawOfSpanTimes(span: LooseObject): Flaw | null {
  if (!isUnsigned(span["startTimeUnixNano"] ?? span["start_time_unix_nano"])) return FLAWS.startTime;
  if (!isUnsigned(span["endTimeUnixNano"] ?? span["end_time_unix_nano"])) return FLAWS.endTime;
  return null;
}

function flawOfDropped(record: LooseObject): Flaw | null {
  const dropped = record["droppedAttributesCount"] ?? record["dropped_attributes_count"];
  return dropped === 0 || isUnsigned(dropped) ? null : FLAWS.droppedAttributes;
}

function flawOfDroppedParts(span: LooseObject): Flaw | null {
  if (!isUnsigned(span["droppedEventsCount"] ?? span["dropped_events_count"])) return FLAWS.droppedEvents;
  if (!isUnsigned(span["droppedLinksCount"] ?? span["dropped_links_count"])) return FLAWS.droppedLinks;
  return null;
}

/** A histogram has one count more than bounds; with neither it only has count and sum. */
function flawOfBuckets(point: LooseObject): Flaw | null {
  const counts = point["bucketCounts"] ?? point["bucket_counts"];
  const bounds = point["explicitBounds"] ?? point["explicit_bounds"];
  if (isMissing(counts) && isMissing(bounds)) return null;
  const countList = listOf(counts);
  if (!countList.every(isUnsigned)) return FLAWS.bucketCounts;
  const boundsLength = listOf(bounds).length;
  const fits = countList.length === 0 ? boundsLength === 0 : countList.length === boundsLength + 1;
  return fits ? null : FLAWS.buckets;
}

/** The positive or negative buckets of an exponential histogram. */
function flawOfSide(side: unknown): Flaw | null {
  if (!isObject(side)) return null;
  return listOf(side["bucketCounts"] ?? side["bucket_counts"]).every(isUnsigned) ? null : FLAWS.bucketCounts;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const HEX_RULE = "hex digits (ids are hex text in OTLP JSON, not base64 and not bytes)";
const TIME_RULE = "must be a whole number of nanoseconds, 0 or more";
const COUNT_RULE = "must be a whole number, 0 or more";

const FLAWS = {
  traceId: { kind: "id", field: "traceId", description: `must be 32 ${HEX_RULE}` },
  spanId: { kind: "id", field: "spanId", description: `must be 16 ${HEX_RULE}` },
  parentSpanId: { kind: "id", field: "parentSpanId", description: `must be 16 ${HEX_RULE}` },
  time: { kind: "time", field: "timeUnixNano", description: TIME_RULE },
  observedTime: { kind: "time", field: "observedTimeUnixNano", description: TIME_RULE },
  startTime: { kind: "time", field: "startTimeUnixNano", description: TIME_RULE },
  endTime: { kind: "time", field: "endTimeUnixNano", description: TIME_RULE },
  count: { kind: "count", field: "count", description: COUNT_RULE },
  zeroCount: { kind: "count", field: "zeroCount", description: COUNT_RULE },
  bucketCounts: { kind: "count", field: "bucketCounts", description: `each ${COUNT_RULE}` },
  droppedAttributes: { kind: "count", field: "droppedAttributesCount", description: COUNT_RULE },
  droppedEvents: { kind: "count", field: "droppedEventsCount", description: COUNT_RULE },
  droppedLinks: { kind: "count", field: "droppedLinksCount", description: COUNT_RULE },
  buckets: { kind: "histogram", field: "bucketCounts", description: "must be one more than explicitBounds" },
} as const satisfies Record<string, Flaw>;
