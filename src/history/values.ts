/** Looks into JSON whose shape only the agent knows: what is not there, or is something else, is null. */
import { readFileSync, statSync } from "node:fs";
import type { PlainValue } from "../normaliser/records/record.ts";
import { countOf, textOf } from "../normaliser/records/unwrap.ts";
import type { Bytes, Instant } from "../vocabulary/units.ts";

/** Returns what is at the end of a path of members. */
export function within(value: PlainValue | undefined, ...path: readonly string[]): PlainValue {
  let found: PlainValue = value ?? null;
  for (const key of path) {
    if (found === null || typeof found !== "object" || Array.isArray(found)) return null;
    found = Object.hasOwn(found, key) ? (found[key] ?? null) : null;
  }
  return found;
}

/** Returns the text at the end of a path of members. */
export function textWithin(value: PlainValue | undefined, ...path: readonly string[]): string | null {
  return textOf(within(value, ...path));
}

/** The text at the end of a path of members, as an attribute that may be absent. */
export function wordWithin(value: PlainValue | undefined, ...path: readonly string[]): string | undefined {
  return textWithin(value, ...path) ?? undefined;
}

/** The whole number at the end of a path of members, as an attribute that may be absent. */
export function countWithin(value: PlainValue | undefined, ...path: readonly string[]): number | undefined {
  return countOf(within(value, ...path)) ?? undefined;
}

/** Returns the list at the end of a path of members; empty where there is none. */
export function listWithin(value: PlainValue | undefined, ...path: readonly string[]): PlainValue[] {
  const list = within(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** Reads a time written as ISO 8601; null when it is none. */
export function timeOf(text: string | null): Instant | null {
  const at = Date.parse(text ?? "");
  return Number.isFinite(at) ? at : null;
}

/** No small file of an agent is longer. */
const LONGEST: Bytes = 32 * 1024 * 1024;

/** Reads a small file of JSON; null when it is missing, too long, or cut off. */
export function readJsonFile(path: string): PlainValue {
  try {
    if (statSync(path).size > LONGEST) return null;
    return JSON.parse(readFileSync(path, "utf8")) as PlainValue;
  } catch {
    return null;
  }
}
