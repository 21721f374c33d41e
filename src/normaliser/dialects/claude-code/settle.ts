/** Puts a Claude Code session together: its own order, exhausted retries, programs, and what only counters show. */
import { byTimeThenPlace, type Event, type ModelCall, type Place } from "../../event.ts";
import type { Clue, Sighting } from "../../sightings/sighting.ts";
import { callsFromMetrics, landedAndLines } from "./usage.ts";
import { isClue, isEvent } from "../sightings.ts";

/** `api_retries_exhausted` is written next to the last `api_error`. */
const NEXT_TO_MS = 1_000;

/** Takes a session's sightings in order; gives its events in order. */
export function settleClaude(sightings: readonly Sighting[]): Event[] {
  const events = inOwnOrder(sightings.filter(isEvent));
  const exhausted = sightings.filter((sighting) => isClue(sighting, "retries_exhausted"));
  const isProgram = sightings.some((sighting) => isClue(sighting, "program"));
  const mended = events.map((event) => {
    if (event.kind === "prompt" && isProgram) return { ...event, interactive: false };
    return isExhausted(event, exhausted) ? { ...event, retryable: false } : event;
  });
  const spend = events.length === 0 ? callsFromMetrics(sightings) : [];
  return [...mended, ...spend, ...landedAndLines(sightings)].toSorted(byTimeThenPlace);
}

/** Records of one millisecond arrive in any order; the agent's count, per process, has the right one. */
function inOwnOrder(events: readonly Event[]): Event[] {
  const places = new Map<Event, Place>();
  for (const moment of momentsOf(events)) {
    for (const group of Map.groupBy(moment, ({ process }) => String(process)).values()) {
      const counted = group.filter((event) => event.sequence !== undefined);
      const ordered = counted.toSorted((left, right) => (left.sequence ?? 0) - (right.sequence ?? 0));
      ordered.forEach((event, index) => places.set(event, counted[index]?.place ?? event.place));
    }
  }
  if (places.size === 0) return [...events];
  return events.map((event) => moved(event, places.get(event) ?? event.place)).toSorted(byTimeThenPlace);
}

function moved(event: Event, place: Place): Event {
  return place === event.place ? event : { ...event, place };
}

/**
 * The events of each millisecond that has several.
 *
 * @param events - Events by time.
 */
function momentsOf(events: readonly Event[]): Event[][] {
  const moments: Event[][] = [];
  for (let start = 0, end = 1; start < events.length; start = end, end += 1) {
    while (end < events.length && events[end]?.at === events[start]?.at) end += 1;
    if (end - start > 1) moments.push(events.slice(start, end));
  }
  return moments;
}

function isExhausted(event: Event, exhausted: readonly Clue[]): event is ModelCall {
  if (event.kind !== "model_call" || event.result !== "failed") return false;
  return exhausted.some((clue) => Math.abs(clue.at - event.at) <= NEXT_TO_MS);
}
