/** One record of telemetry as a dialect reads it: values unwrapped, times in whole milliseconds. */
import type { Instant } from "../../vocabulary/units.ts";
import type { Place } from "../event.ts";

/** What an AnyValue holds, unwrapped; null is the empty value. */
export type PlainValue = string | number | boolean | null | PlainValue[] | { [key: string]: PlainValue };

/** Attributes by key; made without a prototype, so that a key such as `__proto__` is only a key. */
export type Attributes = Readonly<Record<string, PlainValue>>;

/** What all records of one resource and scope share. */
export interface Surroundings {
  resource: Attributes;
  scope: { name: string; version: string };
}

interface Common extends Surroundings {
  place: Place;
  attributes: Attributes;
  /** First non-zero of the record's own times, `event.timestamp`, arrival; a span's end. */
  at: Instant;
  /** The same time in nanoseconds as decimal text, to recognise equal records. */
  atUnixNano: string;
  /** Equal for records with equal attributes and body; read only when an event's id is made. */
  fingerprint: string;
  traceId: string | null;
  spanId: string | null;
}

export interface LogEntry extends Common {
  signal: "logs";
  /** `event.name`, else `eventName` when it is a name and no source position; "" when there is none. */
  name: string;
  severity: number | null;
  body: PlainValue;
}

export interface SpanEntry extends Common {
  signal: "traces";
  name: string;
  /** The number as sent, 0 when there is none. */
  spanKind: number;
  startedAt: Instant;
  parentSpanId: string | null;
  /** 0 unset, 1 ok, 2 error. */
  status: number;
  statusMessage: string;
  events: { name: string; at: Instant; attributes: Attributes }[];
  links: { traceId: string | null; spanId: string | null; attributes: Attributes }[];
}

/** One point of a sum; other kinds of metrics are not read. */
export interface PointEntry extends Common {
  signal: "metrics";
  name: string;
  value: number;
  temporality: "delta" | "cumulative";
  startUnixNano: string;
}

export type TelemetryRecord = LogEntry | SpanEntry | PointEntry;
