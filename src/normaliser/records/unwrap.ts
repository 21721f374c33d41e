/** Unwraps OTLP's typed values into plain ones, and reads plain ones as the type that is wanted. */
import type { AnyValue, KeyValue } from "../../vocabulary/otlp.ts";
import type { Attributes, PlainValue } from "./record.ts";

/**
 * Unwraps one value.
 *
 * @returns null for the empty value; text for integers beyond 2^53, NaN and the infinities; bytes as base64
 *   text.
 */
export function unwrapValue(value: AnyValue | null | undefined): PlainValue {
  if (value === null || value === undefined) return null;
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.intValue !== undefined) return unwrapInteger(value.intValue);
  if (value.boolValue !== undefined) return value.boolValue;
  if (value.doubleValue !== undefined) return value.doubleValue;
  return unwrapCompound(value);
}

/**
 * Unwraps attributes into an object without a prototype.
 *
 * @returns Of several entries with one key the last that is not empty: Codex spans have `thread.id` twice.
 */
export function unwrapAttributes(entries: readonly KeyValue[] | undefined): Attributes {
  const attributes: Record<string, PlainValue> = Object.create(null);
  for (const entry of entries ?? []) {
    const value = unwrapValue(entry.value);
    if (!isEmpty(value) || !(entry.key in attributes)) attributes[entry.key] = value;
  }
  return attributes;
}

/** Reads a value as a finite number, also one that came as text; null when it is none. */
export function numberOf(value: PlainValue | undefined): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.trim() === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Reads a value as a whole number not below zero; null when it is none. */
export function countOf(value: PlainValue | undefined): number | null {
  const number = numberOf(value);
  return number === null || number < 0 ? null : Math.trunc(number);
}

/** Reads a value as true or false, also one that came as text; null when it is neither. */
export function booleanOf(value: PlainValue | undefined): boolean | null {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return null;
  const word = value.toLowerCase();
  return word === "true" ? true : word === "false" ? false : null;
}

/** Reads a value as text; null when it is absent, empty or no scalar. */
export function textOf(value: PlainValue | undefined): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

function unwrapInteger(value: string | number): PlainValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function unwrapCompound(value: AnyValue): PlainValue {
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(unwrapValue);
  if (value.kvlistValue !== undefined) return unwrapAttributes(value.kvlistValue.values);
  return value.bytesValue ?? null;
}

function isEmpty(value: PlainValue): boolean {
  return value === null || value === "";
}
