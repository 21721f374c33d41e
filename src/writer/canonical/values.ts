/** The canonical form of attributes and of the values they hold. */
import {
  ANY_VALUE_MEMBERS,
  isAnyValue,
  isMissing,
  isObject,
  memberContent,
  wholeDigits,
} from "../../ingest/walk/values.ts";
import type { LooseObject } from "../../ingest/walk/values.ts";
import type { Place } from "../../privacy/attributes.ts";
import type { Redactor } from "../../privacy/redactor.ts";
import { RECEIVED_MARKS } from "../../vocabulary/otlp.ts";
import type { AnyValue, KeyValue } from "../../vocabulary/otlp.ts";
import { double } from "./fields.ts";
import { keepUnknown } from "./message.ts";
import type { Passage, Reader } from "./message.ts";

/** A list of attributes in its own order, duplicates included; nothing when it is empty. */
export const attributes: Reader = (value, passage) => {
  if (!Array.isArray(value)) return undefined;
  const kept: KeyValue[] = [];
  for (const attribute of value as readonly unknown[]) {
    const canonical = isObject(attribute) ? readAttribute(attribute, passage) : null;
    if (canonical !== null) kept.push(canonical);
  }
  return kept.length === 0 ? undefined : kept;
};

/** A resource's attributes without those that the writer adds itself: a sender's own would be taken for them. */
export const resourceAttributes: Reader = (value, passage) => {
  if (!Array.isArray(value)) return undefined;
  const kept = value.filter(
    (attribute: unknown) => !isObject(attribute) || !RECEIVED_MARKS.has(attribute["key"]),
  );
  return attributes(kept, passage);
};

/** A log record's body: a bare name is kept in every capture mode, everything else is what somebody wrote. */
export const body: Reader = (value, passage) => {
  if (isMissing(value)) return undefined;
  const name = onlyText(value);
  const isName = name !== null && /^[\w.:-]{3,200}$/.test(name) && /[._]/.test(name);
  const place = isName ? "anywhere" : passage.redactor.place("body");
  return place === "nothing" ? passage.redactor.withhold() : readChecked(value, place, passage);
};

function readAttribute(attribute: LooseObject, passage: Passage): KeyValue | null {
  const { redactor } = passage;
  const key = keyOf(attribute, passage);
  const place = redactor.place(key);
  if (place === "nothing") {
    redactor.withhold();
    return null;
  }
  const canonical: KeyValue = { key };
  const value = attribute["value"];
  const text = onlyText(value);
  const kept =
    text === null
      ? (readPlain(value) ?? readChecked(value, place, passage))
      : readText(text, place, redactor);
  if (kept !== undefined) canonical.value = kept;
  keepStrangers(attribute, canonical, passage);
  return canonical;
}

function keyOf(entry: LooseObject, { redactor }: Passage): string {
  const key = entry["key"];
  return typeof key === "string" ? redactor.name(key) : "";
}

/** The text of a value that holds nothing else, which most do; null for every other. */
function onlyText(value: unknown): string | null {
  const text = (value as LooseObject | null | undefined)?.["stringValue"];
  return typeof text === "string" && hasOne(value as LooseObject) ? text : null;
}

/**
 * A value that is nothing but a number or a truth value in the usual spelling, which most others are; null for every
 * other. `readChecked` gives the same, after three looks at each of a value's members.
 */
function readPlain(value: unknown): AnyValue | null {
  if (!isObject(value) || !hasOne(value)) return null;
  const { intValue, doubleValue, boolValue } = value;
  if (Number.isSafeInteger(intValue)) return { intValue: String(intValue) };
  if (Number.isFinite(doubleValue)) return { doubleValue: doubleValue as number };
  return typeof boolValue === "boolean" ? { boolValue } : null;
}

function hasOne(value: LooseObject): boolean {
  let members = 0;
  for (const _ in value) members += 1;
  return members === 1;
}

function readText(text: string, place: Place, redactor: Redactor): AnyValue | undefined {
  const stringValue = redactor.textAt(text.toWellFormed(), place);
  return stringValue === null ? undefined : { stringValue };
}

function readChecked(value: unknown, place: Place, passage: Passage): AnyValue | undefined {
  return isObject(value) && isAnyValue(value) ? filled(readValue(value, place, passage)) : undefined;
}

function keepStrangers(attribute: LooseObject, canonical: KeyValue, passage: Passage): void {
  for (const name in attribute) {
    if (name === "key" || name === "value" || isMissing(attribute[name])) continue;
    keepUnknown(canonical as unknown as Record<string, unknown>, [name, attribute[name]], passage);
  }
}

function filled(value: AnyValue): AnyValue | undefined {
  for (const _ in value) return value;
  return undefined;
}

/**
 * Returns `{}` for an empty one, or for text that its place withholds.
 *
 * @param value - A value that `isAnyValue` accepts.
 */
function readValue(value: LooseObject, place: Place, passage: Passage): AnyValue {
  const canonical: AnyValue = {};
  let member: string | null = null;
  for (const name in value) {
    if (isMissing(value[name])) continue;
    if (ANY_VALUE_MEMBERS.has(name)) member = name;
    else keepUnknown(canonical as Record<string, unknown>, [name, value[name]], passage);
  }
  if (member !== null) setMember(canonical, { value, member, place }, passage);
  return canonical;
}

interface Member {
  value: LooseObject;
  member: string;
  place: Place;
}

function setMember(canonical: AnyValue, { value, member, place }: Member, passage: Passage): void {
  const content = memberContent(value, member);
  switch (ANY_VALUE_MEMBERS.get(member)) {
    case "stringValue": {
      const text = passage.redactor.textAt((content as string).toWellFormed(), place);
      if (text !== null) canonical.stringValue = text;
      return;
    }
    case "boolValue":
      canonical.boolValue = content as boolean;
      return;
    case "intValue":
      canonical.intValue = wholeDigits(content) ?? "0";
      return;
    case "doubleValue":
      canonical.doubleValue = double(content, passage) as number | string;
      return;
    case "bytesValue":
      setBytes(canonical, { content: content as string, place }, passage);
      return;
    case "arrayValue":
      canonical.arrayValue = readArray(content as LooseObject, place, passage);
      return;
    default:
      canonical.kvlistValue = readMap(content as LooseObject, place, passage);
  }
}

function setBytes(
  canonical: AnyValue,
  { content, place }: { content: string; place: Place },
  { redactor }: Passage,
): void {
  const bytes = redactor.bytesAt(Buffer.from(content, "base64"), place);
  if (bytes !== null) canonical.bytesValue = bytes.toString("base64");
}

function readArray(content: LooseObject, place: Place, passage: Passage): { values?: AnyValue[] } {
  const values = (content["values"] ?? []) as readonly (LooseObject | null)[];
  if (values.length === 0) return {};
  return { values: values.map((element) => (element === null ? {} : readValue(element, place, passage))) };
}

function readMap(content: LooseObject, place: Place, passage: Passage): { values?: KeyValue[] } {
  const entries = (content["values"] ?? []) as readonly LooseObject[];
  if (entries.length === 0) return {};
  return { values: entries.flatMap((entry) => readEntry(entry, place, passage) ?? []) };
}

/** An entry keeps no more than its map's attribute: a prompt's parts are as private as the prompt. */
function readEntry(entry: LooseObject, within: Place, passage: Passage): KeyValue | null {
  const key = keyOf(entry, passage);
  const place = passage.redactor.placeWithin(within, key);
  if (place === "nothing") {
    passage.redactor.withhold();
    return null;
  }
  const value = isObject(entry["value"]) ? filled(readValue(entry["value"], place, passage)) : undefined;
  return value === undefined ? { key } : { key, value };
}
