/** What all agents' writers need: OTLP values as the SDKs write them, times, and a session cut into its turns. */
import type { AnyValue, KeyValue } from "../../vocabulary/otlp.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { DemoRequest, DemoSession, Step } from "../work/session.ts";

/** A plain value to be sent; null becomes the empty value that JavaScript agents send for undefined. */
export type WireValue = string | number | boolean | null | readonly string[] | AnyValue;

/** Attributes by name; those that are undefined are not sent. */
export type WireAttributes = Readonly<Record<string, WireValue | undefined>>;

/** Attributes as the SDK for JavaScript writes them: whole numbers as JSON numbers. */
export function keyValues(attributes: WireAttributes): KeyValue[] {
  return Object.entries(attributes)
    .filter((entry): entry is [string, WireValue] => entry[1] !== undefined)
    .map(([key, value]) => ({ key, value: valueOf(value) }));
}

/** Attributes as the SDK for Rust writes them: whole numbers as text. */
export function rustKeyValues(attributes: WireAttributes): KeyValue[] {
  return keyValues(attributes).map(({ key, value }) =>
    typeof value?.intValue === "number"
      ? { key, value: { intValue: String(value.intValue) } }
      : { key, value: value ?? {} },
  );
}

function valueOf(value: WireValue): AnyValue {
  if (value === null) return {};
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  // Doubles that happen to be whole go out as integers.
  if (typeof value === "number")
    return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  return isList(value) ? { arrayValue: { values: value.map(valueOf) } } : value;
}

function isList(value: readonly string[] | AnyValue): value is readonly string[] {
  return Array.isArray(value);
}

/** Nanoseconds since 1970 at the precision of milliseconds. */
export function nanoseconds(at: Instant): string {
  return `${at}000000`;
}

/** ISO 8601 in UTC. */
export function timestamp(at: Instant): string {
  return isoTime(at);
}

/** A session's steps from each prompt up to the next: about what an agent sends at once. */
export function turnsOf({ steps }: DemoSession): Step[][] {
  const turns: Step[][] = [];
  for (const step of steps) {
    const turn = turns.at(-1);
    if (step.kind === "prompt" || turn === undefined) turns.push([step]);
    else turn.push(step);
  }
  return turns;
}

/** Returns a body with log records of one scope, for `/v1/logs`. */
export function logsBodyOf(
  logRecords: readonly object[],
  from: { resource: KeyValue[]; scope: object },
): { resourceLogs: object[] } {
  const resource = { attributes: from.resource, droppedAttributesCount: 0 };
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: from.scope, logRecords }] }] };
}

/** A request with log records of one scope. */
export function logsRequest(
  records: readonly object[],
  from: { resource: KeyValue[]; scope: object; at: Instant },
): DemoRequest {
  return { path: "/v1/logs", at: from.at, body: logsBodyOf(records, from) };
}

/** A request with metrics of one scope. */
export function metricsRequest(
  metrics: readonly object[],
  from: { resource: KeyValue[]; scope: object; at: Instant },
): DemoRequest {
  const resource = { attributes: from.resource, droppedAttributesCount: 0 };
  const scopeMetrics = [{ scope: from.scope, metrics }];
  return { path: "/v1/metrics", at: from.at, body: { resourceMetrics: [{ resource, scopeMetrics }] } };
}

/** A request with spans of one scope. */
export function tracesRequest(
  scopeSpans: readonly object[],
  from: { resource: KeyValue[]; at: Instant },
): DemoRequest {
  const resource = { attributes: from.resource, droppedAttributesCount: 0 };
  return { path: "/v1/traces", at: from.at, body: { resourceSpans: [{ resource, scopeSpans }] } };
}
