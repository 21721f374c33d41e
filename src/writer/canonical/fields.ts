/** Readers for fields that hold one value or a list: each gives the one form in which it is stored. */
import { isDouble, isMissing, isUnsigned, isSigned, wholeDigits } from "../../ingest/walk/values.ts";
import type { MessageReader, Passage, Reader } from "./message.ts";

/** Names, versions, addresses of schemas: text that is not looked at for anything but secrets. */
export const text: Reader = (value, { redactor }) =>
  typeof value === "string" && value !== "" ? redactor.text(value.toWellFormed(), "anywhere") : undefined;

/** A status's message: text that a tool wrote, under the capture mode of its name. */
export const statusMessage: Reader = (value, { redactor }) => {
  if (typeof value !== "string" || value === "") return undefined;
  return redactor.textAt(value.toWellFormed(), redactor.place("status.message")) ?? undefined;
};

/** Ids: lower-case hex; nothing for one of zeros only, which is none. */
export const hexId: Reader = (value) =>
  typeof value === "string" && /[^0]/.test(value) ? value.toLowerCase() : undefined;

/** Unsigned 64-bit numbers: decimal text. */
export const unsigned64: Reader = (value) =>
  value !== "" && isUnsigned(value) ? (wholeDigits(value) ?? undefined) : undefined;

/** Signed 64-bit numbers: decimal text. */
export const signed64: Reader = (value) => (isSigned(value) ? (wholeDigits(value) ?? undefined) : undefined);

const LARGEST_UNSIGNED = 2 ** 32 - 1;
const LARGEST_SIGNED = 2 ** 31 - 1;

/** Unsigned 32-bit numbers. */
export const unsigned32: Reader = (value) => between(value, 0, LARGEST_UNSIGNED);

/** Signed 32-bit numbers. */
export const signed32: Reader = (value) => between(value, -LARGEST_SIGNED - 1, LARGEST_SIGNED);

function between(value: unknown, least: number, largest: number): number | undefined {
  const digits = wholeDigits(value);
  const whole = digits === null ? Number.NaN : Number(digits);
  return whole >= least && whole <= largest ? whole : undefined;
}

/** Doubles: a number, or the name of one that JSON has no number for. */
export const double: Reader = (value) => {
  if (!isDouble(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : String(number);
};

export const boolean: Reader = (value) => (typeof value === "boolean" ? value : undefined);

/** An enum: its number; a name that senders must not use but do is looked up, an unknown one is 0. */
export function enumeration(names: Readonly<Record<string, number>>): Reader {
  return (value) => {
    const digits = wholeDigits(value);
    if (digits !== null) return Number(digits);
    if (typeof value !== "string" || value === "") return undefined;
    return Object.hasOwn(names, value) ? names[value] : 0;
  };
}

/** A list of plain values; nothing when it is empty. */
export function listOf(read: Reader): Reader {
  return (value, passage) => {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    return value.map((entry: unknown) => read(entry, passage) ?? null);
  };
}

/** A list of lesser messages without the ones that are not usable. */
export function partsOf(read: MessageReader, isUsable: (part: unknown) => boolean): Reader {
  return (value, passage) => {
    if (!Array.isArray(value)) return undefined;
    const parts = value.filter(isUsable).map((part: unknown) => read(part, passage));
    return parts.length === 0 ? undefined : parts;
  };
}

/** A list whose places the walk counted: resources, scopes, records or points, without the rejected ones. */
export function placedList(read: MessageReader): Reader {
  return (value, passage) => {
    if (!Array.isArray(value)) return undefined;
    const depth = passage.position.length;
    const kept: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      passage.position[depth] = index;
      const message =
        isRejected(passage) || isMissing(value[index]) ? undefined : read(value[index], passage);
      if (message !== undefined) kept.push(message);
    }
    passage.position.length = depth;
    return kept.length === 0 ? undefined : kept;
  };
}

function isRejected({ rejected, position }: Passage): boolean {
  return rejected.size > 0 && rejected.has(position.join());
}
