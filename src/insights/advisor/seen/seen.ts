/** When somebody saw an advice, under whichever of their ids. */
import type { Developer } from "../../../identity/developers/developer.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { SeenRow } from "./seen-table.ts";

/** What a person has seen of one habit or card. */
export interface SeenAdvice {
  firstSeenAt: Instant;
  /** When it was named last. */
  shownAt: Instant;
  /** When they began to try it; null when they did not. */
  triedAt: Instant | null;
}

/** By person, then by advice. */
export type SeenByPerson = ReadonlyMap<string, ReadonlyMap<string, SeenAdvice>>;

/** Puts the rows of each person together; somebody may have rows under several ids. */
export function seenByPerson(
  rows: readonly SeenRow[],
  developers: ReadonlyMap<string, Developer>,
): SeenByPerson {
  const people = new Map<string, Map<string, SeenAdvice>>();
  for (const row of rows) {
    const person = developers.get(row.developer)?.id ?? row.developer;
    const seen = people.getOrInsertComputed(person, () => new Map());
    seen.set(row.advice, joined(row, seen.get(row.advice)));
  }
  return people;
}

function joined({ first_seen_at, shown_at, tried_at }: SeenRow, before: SeenAdvice | undefined): SeenAdvice {
  if (before === undefined) return { firstSeenAt: first_seen_at, shownAt: shown_at, triedAt: tried_at };
  return {
    firstSeenAt: Math.min(before.firstSeenAt, first_seen_at),
    shownAt: Math.max(before.shownAt, shown_at),
    triedAt: before.triedAt === null ? tried_at : Math.max(before.triedAt, tried_at ?? 0),
  };
}
