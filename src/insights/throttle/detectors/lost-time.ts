/** How much time was lost: stalls joined before they are added, so that nothing counts twice. */
import type { Instant, Milliseconds } from "../../../vocabulary/units.ts";

/** A time in which a developer waited. */
export interface Stall {
  start: Instant;
  end: Instant;
}

/**
 * The time that one developer's stalls cover.
 *
 * @param stalls - Stalls in any order; those of slow calls begin when the call was predicted to be over, so
 *   that what it would have taken anyway is left out.
 * @see docs/scoring.md, "Hours lost".
 */
export function lostTime(stalls: readonly Stall[]): Milliseconds {
  let [lost, until] = [0, -Infinity];
  for (const { start, end } of stalls.toSorted((left, right) => left.start - right.start)) {
    lost += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return lost;
}

/**
 * What is left of a stall without the times in which work was to be expected.
 *
 * @remarks Takes these in any order.
 */
export function withoutWork({ start, end }: Stall, expected: readonly Stall[]): Stall[] {
  const left: Stall[] = [];
  let from = start;
  for (const work of expected.toSorted((left, right) => left.start - right.start)) {
    if (work.start > from && from < end) left.push({ start: from, end: Math.min(work.start, end) });
    from = Math.max(from, work.end);
  }
  if (from < end) left.push({ start: from, end });
  return left;
}
