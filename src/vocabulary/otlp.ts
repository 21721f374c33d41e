/**
 * OTLP messages as this program stores them: camelCase, lower-case hex ids, 64-bit integers as decimal
 * strings.
 *
 * @see Opentelemetry-proto 1.11.0 (commit ac2c4b5, 2026-08-18), JSON mapping.
 */

export const SIGNALS = ["logs", "metrics", "traces"] as const;

/** One of the three kinds of telemetry. */
export type Signal = (typeof SIGNALS)[number];

/** What objects hold: telemetry, and the prompts that the Claude Code plugin sends, which are stored as log records. */
export const STORED_SIGNALS = [...SIGNALS, "prompts"] as const;

export type StoredSignal = (typeof STORED_SIGNALS)[number];

/** Returns counts that start at zero. */
export function noRecords(): Record<StoredSignal, number> {
  return { logs: 0, metrics: 0, traces: 0, prompts: 0 };
}

/** A typed value; none of the members set is a value of its own, "empty". */
export interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  /** Decimal text, or a number where the sender wrote one that fits 53 bits. */
  intValue?: string | number;
  /** A number, or "NaN", "Infinity", "-Infinity". */
  doubleValue?: number | string;
  arrayValue?: { values?: AnyValue[] };
  kvlistValue?: { values?: KeyValue[] };
  bytesValue?: string;
}

export interface KeyValue {
  key: string;
  value?: AnyValue;
}

export interface Resource {
  attributes?: KeyValue[];
}

export interface Scope {
  name?: string;
  version?: string;
  attributes?: KeyValue[];
}

export interface LogRecord {
  timeUnixNano?: string;
  observedTimeUnixNano?: string;
  severityNumber?: number;
  severityText?: string;
  body?: AnyValue;
  attributes?: KeyValue[];
  flags?: number;
  traceId?: string;
  spanId?: string;
  eventName?: string;
}

export interface SpanEvent {
  timeUnixNano?: string;
  name?: string;
  attributes?: KeyValue[];
}

export interface SpanLink {
  traceId?: string;
  spanId?: string;
  attributes?: KeyValue[];
}

export interface Span {
  traceId?: string;
  spanId?: string;
  parentSpanId?: string;
  name?: string;
  kind?: number;
  startTimeUnixNano?: string;
  endTimeUnixNano?: string;
  attributes?: KeyValue[];
  events?: SpanEvent[];
  links?: SpanLink[];
  status?: { message?: string; code?: number };
}

/** A point of a sum or a gauge; only what is read of it is named here. */
export interface NumberPoint {
  attributes?: KeyValue[];
  startTimeUnixNano?: string;
  timeUnixNano?: string;
  asDouble?: number | string;
  asInt?: string | number;
  flags?: number;
}

export interface Metric {
  name?: string;
  unit?: string;
  sum?: { dataPoints?: NumberPoint[]; aggregationTemporality?: number; isMonotonic?: boolean };
  gauge?: { dataPoints?: NumberPoint[] };
  histogram?: { dataPoints?: NumberPoint[]; aggregationTemporality?: number };
  exponentialHistogram?: { dataPoints?: NumberPoint[]; aggregationTemporality?: number };
  summary?: { dataPoints?: NumberPoint[] };
}

export interface ResourceLogs {
  resource?: Resource;
  scopeLogs?: { scope?: Scope; logRecords?: LogRecord[] }[];
}

export interface ResourceSpans {
  resource?: Resource;
  scopeSpans?: { scope?: Scope; spans?: Span[] }[];
}

export interface ResourceMetrics {
  resource?: Resource;
  scopeMetrics?: { scope?: Scope; metrics?: Metric[] }[];
}

/** One line of an object: exactly one of the three members, holding one resource's records. */
export interface StoredLine {
  resourceLogs?: ResourceLogs[];
  resourceSpans?: ResourceSpans[];
  resourceMetrics?: ResourceMetrics[];
}

/** The resource attributes that the writer adds to every stored resource and that answers hide again. */
export const RECEIVED_AT = "scoring.received_unix_nano";
export const RECEIVED_KEY = "scoring.key_id";
export const RECEIVED_SEQUENCE = "scoring.sequence";
/** Only on resources of the Claude Code plugin's records, with the signal they are stored as. */
export const RECEIVED_SIGNAL = "scoring.signal";

/** All of them; no sender can set one. */
export const RECEIVED_MARKS: ReadonlySet<unknown> = new Set([
  RECEIVED_AT,
  RECEIVED_KEY,
  RECEIVED_SEQUENCE,
  RECEIVED_SIGNAL,
]);
