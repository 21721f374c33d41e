/** Rewrites one OTLP message into its canonical form, by a table of the fields it may have. */
import { isMissing, isObject } from "../../ingest/walk/values.ts";
import type { LooseObject } from "../../ingest/walk/values.ts";
import type { Redactor } from "../../privacy/redactor.ts";

/** What the rewriting of one body carries along. */
export interface Passage {
  redactor: Redactor;
  /** Places of rejected records, each as its indices joined with commas. */
  rejected: ReadonlySet<string>;
  /** How far the rewriting is: signal, resource, scope, record, point, as far as it has come. */
  position: number[];
  /** How many values may still be kept in fields that OTLP does not know. */
  unknown: { left: number };
}

/** Returns the canonical form of a field's value; undefined when nothing of it is stored. */
export type Reader = (value: unknown, passage: Passage) => unknown;

/** A message's fields by their camelCase names. */
export interface MessageTable {
  fields: Readonly<Record<string, Reader>>;
  /** Fields of which at most one is set; of two the later one in the text counts. */
  oneof?: readonly string[];
}

export type CanonicalMessage = Record<string, unknown>;

/** Returns the message without its empty fields, perhaps `{}`; undefined for what is no object. */
export type MessageReader = (value: unknown, passage: Passage) => CanonicalMessage | undefined;

/** A reader for messages with these fields, in either spelling; unknown fields are kept as they are. */
export function messageReader(table: MessageTable): MessageReader {
  const fields = bothSpellings(table);
  return (value, passage) => (isObject(value) ? readMessage(value, fields, passage) : undefined);
}

/** The same, with undefined for an empty message: for fields where `{}` says no more than nothing. */
export function unlessEmpty(read: MessageReader): MessageReader {
  return (value, passage) => {
    const message = read(value, passage);
    return message === undefined || isBare(message) ? undefined : message;
  };
}

interface Field {
  name: string;
  read: Reader;
  /** The other members of its oneof. */
  rivals: readonly string[];
}

function bothSpellings({ fields, oneof = [] }: MessageTable): ReadonlyMap<string, Field> {
  const spellings = new Map<string, Field>();
  for (const [name, read] of Object.entries(fields)) {
    const rivals = oneof.includes(name) ? oneof.filter((other) => other !== name) : [];
    const field = { name, read, rivals };
    spellings.set(name, field);
    spellings.set(snakeCase(name), field);
  }
  return spellings;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function readMessage(
  source: LooseObject,
  fields: ReadonlyMap<string, Field>,
  passage: Passage,
): CanonicalMessage {
  const message: CanonicalMessage = {};
  for (const spelling in source) {
    const value = source[spelling];
    if (value === null) continue;
    const field = fields.get(spelling);
    if (field === undefined) keepUnknown(message, [spelling, value], passage);
    else if (field.name === spelling || isMissing(source[field.name]))
      setField(message, field, { value, passage });
  }
  return message;
}

function setField(message: CanonicalMessage, field: Field, from: { value: unknown; passage: Passage }): void {
  for (const rival of field.rivals) delete message[rival];
  const canonical = field.read(from.value, from.passage);
  if (canonical !== undefined) message[field.name] = canonical;
}

/** How many values a body's fields that OTLP does not know may hold in all; each costs as much memory as a record. */
export const MOST_UNKNOWN = 100_000;

/** How deep a field that OTLP does not know may be nested. */
const DEEPEST_UNKNOWN = 32;

/** Keeps a field that OTLP does not know; in the other capture modes it could hold anything, and is left out. */
export function keepUnknown(
  message: CanonicalMessage,
  [name, value]: readonly [string, unknown],
  passage: Passage,
): void {
  if (passage.redactor.mode !== "full") return passage.redactor.withhold();
  if (isSpent(passage)) return;
  const kept = cleanUnknown(value, passage, 1);
  if (kept === undefined) return;
  const clean = passage.redactor.name(name);
  if (clean !== "__proto__") message[clean] = kept;
  // A plain assignment would change the message's prototype instead.
  else Object.defineProperty(message, clean, { value: kept, ...AS_ASSIGNED });
}

const AS_ASSIGNED = { enumerable: true, writable: true, configurable: true };

function cleanUnknown(value: unknown, passage: Passage, level: number): unknown {
  const { redactor, unknown } = passage;
  unknown.left -= 1;
  if (typeof value === "string") return redactor.text(value.toWellFormed(), "anywhere");
  if (typeof value !== "object" || value === null) return value;
  if (level > DEEPEST_UNKNOWN) return undefined;
  return Array.isArray(value) ? cleanList(value, passage, level) : cleanObject(value, passage, level);
}

// What does not change is not copied: half a million small objects and their copies would be half a gigabyte.
function cleanList(list: readonly unknown[], passage: Passage, level: number): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (const [index, entry] of list.entries()) {
    if (isSpent(passage)) return copy ?? list.slice(0, index);
    const kept = cleanUnknown(entry, passage, level + 1);
    if (copy === null && kept !== entry) copy = list.slice(0, index);
    copy?.push(kept ?? null);
  }
  return copy ?? list;
}

function cleanObject(value: object, passage: Passage, level: number): object {
  let copy: [string, unknown][] | null = null;
  let seen = 0;
  const entries = value as LooseObject;
  for (const name in value) {
    if (isSpent(passage)) return Object.fromEntries(copy ?? Object.entries(value).slice(0, seen));
    const kept = cleanUnknown(entries[name], passage, level + 1);
    const cleanName = passage.redactor.name(name);
    if (copy === null && (kept !== entries[name] || cleanName !== name))
      copy = Object.entries(value).slice(0, seen);
    copy?.push([cleanName, kept]);
    seen += 1;
  }
  return copy === null ? value : Object.fromEntries(copy);
}

/** What comes after that is left out, and counts as one value withheld wherever it is. */
function isSpent({ unknown, redactor }: Passage): boolean {
  if (unknown.left > 0) return false;
  redactor.withhold();
  return true;
}

function isBare(message: CanonicalMessage): boolean {
  for (const _ in message) return false;
  return true;
}
