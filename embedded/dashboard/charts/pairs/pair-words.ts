/** The same people before and after, in words. */

/** One person's value in the period before and in this one. */
export type Pair = readonly [before: number, after: number];

/** Returns "Skill of 6 people before and after: 4 are higher, 2 lower or the same". */
export function describePairs(name: string, pairs: readonly Pair[]): string {
  const higher = pairs.filter(([before, after]) => after > before).length;
  return (
    `${name} of ${pairs.length} people before and after: ${higher} ${higher === 1 ? "is" : "are"} higher, ` +
    `${pairs.length - higher} lower or the same`
  );
}
