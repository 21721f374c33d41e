/** Ids that are hashes of what they name, so that a rebuild finds the same ids again. */
import { type Instant, SECOND } from "./units.ts";

/**
 * Returns a 128-bit id from the parts that identify something.
 *
 * @param parts - The parts in a fixed order; a separator that cannot occur in ids keeps ["ab","c"] from
 *   ["a","bc"].
 * @returns 32 lower-case hex digits, the same for the same parts, for ever.
 */
export function derivedId(...parts: readonly (string | number)[]): string {
  return Bun.SHA256.hash(parts.join("\u001f"), "hex").slice(0, 32);
}

/** Hexadecimal digits of an id that are a time; the rest are a hash. */
const TIME_DIGITS = 8;

/**
 * Returns a `derivedId` that begins with the second of a time: in an index what came together is together.
 *
 * @param at - Belongs to what the parts identify, and never changes without them.
 */
export function timedId(at: Instant, ...parts: readonly (string | number)[]): string {
  const second = Math.max(0, Math.floor(at / SECOND)).toString(16);
  return second.padStart(TIME_DIGITS, "0").slice(-TIME_DIGITS) + derivedId(...parts).slice(TIME_DIGITS);
}
