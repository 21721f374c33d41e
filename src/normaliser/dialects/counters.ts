/** Counters: cumulative points become increases, because the agents start them again at 0 in every process. */
import { derivedId } from "../../vocabulary/hash.ts";
import type { Landed, Lines } from "../event.ts";
import { originOf } from "../records/origin.ts";
import type { PointEntry } from "../records/record.ts";
import type { Clue, Reading, Sighting } from "../sightings/sighting.ts";
import { textOf } from "../records/unwrap.ts";
import { clue, isClue, reading } from "./sightings.ts";

/** What a counter grew by between one point and the one before. */
export interface Increase {
  point: Clue;
  by: number;
}

/** Keeps a counter's point for settling, with the attributes named; null when it is in no session. */
export function readCounter(
  point: PointEntry,
  session: string | null,
  attributeNames: readonly string[] = ["type"],
): Reading | null {
  if (session === null) return null;
  const values = attributeNames.map((name) => [name, textOf(point.attributes[name])] as const);
  const facts = {
    value: point.value,
    temporality: point.temporality,
    stream: derivedId(point.startUnixNano, JSON.stringify(point.attributes)),
    ...Object.fromEntries(values),
  };
  return reading(point, session, [clue(originOf(point, { session }), point.name, facts)]);
}

/**
 * The increases of a counter, in order.
 *
 * A stream is one set of attributes since one start time; a new start, or a value that falls, begins again at 0.
 */
export function increasesOf(sightings: readonly Sighting[], metric: string): Increase[] {
  const last = new Map<string, number>();
  return sightings
    .filter((sighting) => isClue(sighting, metric))
    .map((point) => {
      const stream = String(point.facts["stream"]);
      const value = Number(point.facts["value"]);
      const before = point.facts["temporality"] === "delta" ? 0 : (last.get(stream) ?? 0);
      last.set(stream, value);
      return { point, by: value >= before ? value - before : value };
    })
    .filter((increase) => increase.by > 0);
}

/** Lines that a counter with the attribute `type` counts. */
export function linesOf(sightings: readonly Sighting[], metric: string): Lines[] {
  return increasesOf(sightings, metric).map(({ point, by }) => ({
    ...withoutFacts(point),
    kind: "lines",
    added: point.facts["type"] === "added" ? by : 0,
    removed: point.facts["type"] === "removed" ? by : 0,
  }));
}

/** Commits or pull requests that a counter reports. */
export function landedOf(sightings: readonly Sighting[], metric: string, what: Landed["what"]): Landed[] {
  return increasesOf(sightings, metric).map(({ point, by }) => ({
    ...withoutFacts(point),
    kind: "landed",
    what,
    count: by,
  }));
}

function withoutFacts({ facts: _facts, name: _name, kind: _kind, ...origin }: Clue) {
  return origin;
}
