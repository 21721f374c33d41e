/** Says whether a parsed body has more different names of fields than any telemetry has: each costs much memory. */
import type { LooseObject } from "./values.ts";

/**
 * Whether lists and objects, however deep, have more names than a number.
 *
 * @remarks Takes what JSON.parse gave.
 */
export function holdsMoreNames(body: unknown, most: number): boolean {
  const names = new Set<string>();
  // a list of its own instead of calls: a body may be nested deeper than calls can be
  const left: object[] = [];
  let value: unknown = body;
  while (typeof value === "object" && value !== null) {
    if (Array.isArray(value)) addEntries(value, left);
    else addContents(value as LooseObject, names, left);
    if (names.size > most) return true;
    value = left.pop();
  }
  return false;
}

function addEntries(list: readonly unknown[], left: object[]): void {
  for (const entry of list) if (typeof entry === "object" && entry !== null) left.push(entry);
}

function addContents(object: LooseObject, names: Set<string>, left: object[]): void {
  for (const name in object) {
    names.add(name);
    const content = object[name];
    if (typeof content === "object" && content !== null) left.push(content);
  }
}
