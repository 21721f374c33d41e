/** The weeks that an organization's first version is learned from. */
import { DAY, type Instant, type Milliseconds } from "../../../vocabulary/units.ts";

/** How many scoreable sub-sessions make a version. */
export const FIRST_FROM = 30;

/**
 * How long the weeks are that a version is learned from.
 *
 * @see docs/scoring.md, "Baselines".
 */
export const LEARNED_FROM_MS: Milliseconds = 8 * 7 * DAY;

/** A sub-session that closed. */
export interface Closing {
  id: string;
  at: Instant;
  scoreable: boolean;
}

/**
 * Returns what an organization's first version is learned from: all that closed in the first eight weeks in which
 * enough scoreable sub-sessions closed.
 *
 * @param closed - All that has closed so far, in any order.
 * @returns By time, then id; null as long as there are no such weeks.
 * @see docs/scoring.md, "Baselines".
 */
export function firstWindow<Closed extends Closing>(closed: readonly Closed[]): Closed[] | null {
  const ordered = closed.toSorted((left, right) => left.at - right.at || (left.id < right.id ? -1 : 1));
  const scoreable = ordered.filter((each) => each.scoreable);
  const first = scoreable.find((each, place) => {
    const last = scoreable[place + FIRST_FROM - 1];
    return last !== undefined && last.at - each.at < LEARNED_FROM_MS;
  });
  if (first === undefined) return null;
  return ordered.filter(({ at }) => at >= first.at && at - first.at < LEARNED_FROM_MS);
}
