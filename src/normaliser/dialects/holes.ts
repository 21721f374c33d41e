/** Holes in a session's telemetry, found by the agents' own counters. */
import { derivedId } from "../../vocabulary/hash.ts";
import type { Event, Hole } from "../event.ts";

/**
 * The holes that a counter shows: between two events whose numbers do not follow each other.
 *
 * @param events - Events in order, and the number of those that are counted. A number that falls, or another
 *   process, is a new count.
 */
export function findHoles(events: readonly Event[], numberOf: (event: Event) => number | null): Hole[] {
  const holes: Hole[] = [];
  let last: { event: Event; number: number } | null = null;
  for (const event of events) {
    const number = numberOf(event);
    if (number === null) continue;
    const sameCount = last !== null && last.event.process === event.process;
    if (last !== null && sameCount && number > last.number + 1) holes.push(holeBetween(last.event, event));
    last = { event, number };
  }
  return holes;
}

function holeBetween(before: Event, { id, at, place, traceId, process }: Event): Hole {
  return {
    id: derivedId(id, "hole"),
    kind: "hole",
    startedAt: before.at,
    at,
    place,
    traceId,
    process,
  };
}
