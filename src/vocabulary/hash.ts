/** Ids that are hashes of what they name, so that a rebuild finds the same ids again. */

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
