/** OTLP as a program writes it: plain values, times, and bodies of log records. */
import type { AnyValue, KeyValue } from "../otlp.ts";
import type { Instant } from "../units.ts";

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

/** Returns a body with log records of one scope, for `/v1/logs`. */
export function logsBodyOf(
  logRecords: readonly object[],
  from: { resource: KeyValue[]; scope: object },
): { resourceLogs: object[] } {
  const resource = { attributes: from.resource, droppedAttributesCount: 0 };
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: from.scope, logRecords }] }] };
}
