/** Reads single log records, spans and points; attributes are unwrapped only when somebody looks at them. */
import type { Agent } from "../dialects/agents.ts";
import {
  type KeyValue,
  type LogRecord,
  type Metric,
  type NumberPoint,
  RECEIVED_AT,
  type Span,
  type SpanEvent,
  type SpanLink,
} from "../../vocabulary/otlp.ts";
import { versionOf } from "./agent-of.ts";
import type { Place } from "../event.ts";
import type { Attributes, LogEntry, PointEntry, SpanEntry, Surroundings, TelemetryRecord } from "./record.ts";
import { firstTime, millisecondsOf, nanosecondsOfTimestamp } from "./record-time.ts";
import { numberOf, textOf, unwrapAttributes, unwrapValue } from "./unwrap.ts";
import { agentSessionId, type AgentSessionId } from "../../vocabulary/held-name.ts";

/** Who sent a record. */
export interface Sender {
  agent: Agent;
  /** The agent's version; null when it does not say. */
  version: string | null;
}

/** A record, and who sent it: the dialect of that agent reads it, so it need not check. */
export type SentRecord = TelemetryRecord & Sender;

/** What is around a record: its resource, its scope, its place in the stream. */
export interface Around {
  resource: Attributes;
  scope: { name: string; version: string };
  /** @param sessionId - A way to find the record's session, used only where it is needed. */
  agentOf(sessionId: () => AgentSessionId | null): Agent;
  nextPlace(): Place;
}

const SESSION_KEYS = ["session.id", "conversation.id", "gen_ai.conversation.id"] as const;

/** `AGGREGATION_TEMPORALITY_DELTA` of metrics.proto. */
const DELTA = 1;

/** Reads a log record. */
export function readLog(log: LogRecord, around: Around): LogEntry & Sender {
  const attributes = once(() => unwrapAttributes(log.attributes));
  const ownTime = firstTime([log.timeUnixNano, log.observedTimeUnixNano]);
  const recordTime = ownTime === "0" ? nanosecondsOfTimestamp(attributes()["event.timestamp"]) : ownTime;
  const atUnixNano = recordTime ?? arrivalOf(around);
  return {
    signal: "logs",
    ...surroundings(attributes, around),
    name: nameOf(log),
    severity: log.severityNumber ?? null,
    place: around.nextPlace(),
    at: millisecondsOf(atUnixNano),
    atUnixNano,
    traceId: log.traceId || null,
    spanId: log.spanId || null,
    get attributes() {
      return attributes();
    },
    get body() {
      return unwrapValue(log.body);
    },
    get fingerprint() {
      return JSON.stringify([log.attributes, log.body]);
    },
  };
}

/** Reads a span; its time is its end. */
export function readSpan(span: Span, around: Around): SpanEntry & Sender {
  const attributes = once(() => unwrapAttributes(span.attributes));
  const atUnixNano = firstTime([span.endTimeUnixNano, span.startTimeUnixNano, arrivalOf(around)]);
  const at = millisecondsOf(atUnixNano);
  return {
    signal: "traces",
    ...surroundings(attributes, around),
    name: span.name ?? "",
    spanKind: span.kind ?? 0,
    place: around.nextPlace(),
    at,
    atUnixNano,
    startedAt: Math.min(at, millisecondsOf(firstTime([span.startTimeUnixNano, atUnixNano]))),
    traceId: span.traceId || null,
    spanId: span.spanId || null,
    parentSpanId: span.parentSpanId || null,
    status: span.status?.code ?? 0,
    statusMessage: span.status?.message ?? "",
    get attributes() {
      return attributes();
    },
    get events() {
      return (span.events ?? []).map(readSpanEvent);
    },
    get links() {
      return (span.links ?? []).map(readSpanLink);
    },
    get fingerprint() {
      return JSON.stringify(span.attributes);
    },
  };
}

/** Reads the points of a sum; a metric of another kind has none. */
export function readPoints(metric: Metric, around: Around, add: (point: PointEntry & Sender) => void): void {
  const temporality = metric.sum?.aggregationTemporality === DELTA ? "delta" : "cumulative";
  for (const point of metric.sum?.dataPoints ?? []) {
    const value = valueOf(point);
    if (value !== null) add(readPoint(point, around, { name: metric.name ?? "", value, temporality }));
  }
}

function valueOf(point: NumberPoint): number | null {
  return numberOf(point.asInt ?? point.asDouble);
}

/** Returns whether `readPoints` makes a record of a metric's point: only records have places. */
export function isReadPoint({ sum }: Metric, point: NumberPoint): boolean {
  return sum !== undefined && valueOf(point) !== null;
}

function readPoint(
  point: NumberPoint,
  around: Around,
  metric: Pick<PointEntry, "name" | "value" | "temporality">,
): PointEntry & Sender {
  const attributes = once(() => unwrapAttributes(point.attributes));
  const atUnixNano = firstTime([point.timeUnixNano, arrivalOf(around)]);
  return {
    signal: "metrics",
    ...surroundings(attributes, around),
    ...metric,
    startUnixNano: point.startTimeUnixNano ?? "0",
    place: around.nextPlace(),
    at: millisecondsOf(atUnixNano),
    atUnixNano,
    traceId: null,
    spanId: null,
    get attributes() {
      return attributes();
    },
    get fingerprint() {
      return JSON.stringify([point.attributes, point.startTimeUnixNano, metric.value]);
    },
  };
}

/** When the request arrived, for records that have no time. */
function arrivalOf(around: Around): string {
  return textOf(around.resource[RECEIVED_AT]) ?? "0";
}

function surroundings(attributes: () => Attributes, around: Around): Surroundings & Sender {
  const { resource, scope } = around;
  const agent = around.agentOf(() => sessionOf(attributes()) ?? sessionOf(resource));
  return { agent, version: versionOf(agent, resource, scope.version), resource, scope };
}

/** The session that attributes name; null when they name none. */
export function sessionOf(attributes: Attributes): AgentSessionId | null {
  for (const key of SESSION_KEYS) {
    const session = textOf(attributes[key]);
    if (session !== null) return agentSessionId(session);
  }
  return null;
}

/** `eventName` counts only when it looks like a name: Codex writes a source position there. */
function nameOf(log: LogRecord): string {
  const entry = log.attributes?.findLast(isEventName);
  const name = entry?.value?.stringValue;
  if (name !== undefined && name !== "") return name;
  const eventName = log.eventName ?? "";
  return /[\s:]/.test(eventName) ? "" : eventName;
}

function isEventName(entry: KeyValue): boolean {
  return entry.key === "event.name" && entry.value?.stringValue !== "";
}

function readSpanEvent(event: SpanEvent): SpanEntry["events"][number] {
  return {
    name: event.name ?? "",
    at: millisecondsOf(event.timeUnixNano ?? "0"),
    attributes: unwrapAttributes(event.attributes),
  };
}

function readSpanLink({ traceId, spanId, attributes }: SpanLink): SpanEntry["links"][number] {
  return { traceId: traceId || null, spanId: spanId || null, attributes: unwrapAttributes(attributes) };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
