import { describe, expect, test } from "bun:test";
import type { StoredSignal } from "../../../src/vocabulary/otlp.ts";
import type { Sighting } from "../../../src/normaliser/sightings/sighting.ts";
import { type KnownParts, SessionParts } from "../../../src/normaliser/parts/session-parts.ts";
import { createRandom } from "../../../src/demo/work/random.ts";
import { prompt } from "../../turns/events.ts";
import {
  NO_SESSION,
  agentSessionId,
  holderIn,
  idIn,
  partName,
  sessionName,
  wholeName,
} from "../../../src/vocabulary/held-name.ts";

const WHOLE = sessionName("0123456789abcdef", agentSessionId("s-1"));
const ONE: readonly Sighting[] = [prompt(0, "Add a cart")];

/**
 * Each record is one prompt, and a part holds three.
 *
 * @returns The parts of the records.
 */
function partsOf(places: readonly number[], parts: SessionParts, signal: StoredSignal = "logs"): string[] {
  return places.map((record) => {
    const place = { sequence: Math.floor(record / 10), frame: 0, record };
    const part = parts.partAt(WHOLE, { place, signal });
    parts.add(part, { place, signal }, ONE);
    return part;
  });
}

function knownAfter(before: KnownParts, { begun, added }: SessionParts): KnownParts {
  return { parts: [...before.parts, ...begun], sizes: [...before.sizes, ...added] };
}

const NOTHING: KnownParts = { parts: [], sizes: [] };
const SIZE = 30;
const PLACES = Array.from({ length: 40 }, (_, place) => place);

describe("a session's parts", () => {
  test("are names of the same holder and id", () => {
    const name = partName(WHOLE, 7) ?? NO_SESSION;
    expect([holderIn(name), idIn(name), wholeName(name)]).toEqual(["0123456789abcdef", "s-1", WHOLE]);
    expect(name).not.toBe(WHOLE);
    expect(partName(WHOLE, 100_000)).toBeNull();
  });

  test("begin one after the other when the one before is full", () => {
    const [second, third] = [partName(WHOLE, 1) ?? NO_SESSION, partName(WHOLE, 2) ?? NO_SESSION];
    expect(partsOf(PLACES.slice(0, 7), new SessionParts(NOTHING, SIZE))).toEqual([
      ...Array.from({ length: 3 }, () => WHOLE),
      ...Array.from({ length: 3 }, () => second),
      third,
    ]);
  });

  test("are the same in whatever batches the records come", () => {
    const atOnce = partsOf(PLACES, new SessionParts(NOTHING, SIZE));
    const random = createRandom("batches");
    for (let round = 0; round < 20; round += 1) {
      const found: string[] = [];
      let known = NOTHING;
      for (let at = 0; at < PLACES.length;) {
        // a message is never in two batches
        const batch = PLACES.slice(at, at + 10 * random.whole(1, 3));
        at += batch.length;
        const parts = new SessionParts(known, SIZE);
        found.push(...partsOf(batch, parts));
        known = knownAfter(known, parts);
      }
      expect(found).toEqual(atOnce);
    }
  });

  test("are found again when records are examined again, and none begins or grows by that", () => {
    const first = new SessionParts(NOTHING, SIZE);
    const found = partsOf(PLACES, first);
    const known = knownAfter(NOTHING, first);
    const again = new SessionParts(known, SIZE);
    expect(partsOf(PLACES.slice(0, 10), again)).toEqual(found.slice(0, 10));
    expect([again.begun, again.added]).toEqual([[], []]);
    const rescored = new SessionParts(known, Infinity);
    expect(partsOf(PLACES.toReversed(), rescored).toReversed()).toEqual(found);
  });

  test("count every signal separately, so that one that was read ahead hides none of another", () => {
    const metrics = new SessionParts(NOTHING, SIZE);
    partsOf([30], metrics, "metrics");
    const logs = new SessionParts(knownAfter(NOTHING, metrics), SIZE);
    expect(new Set(partsOf(PLACES.slice(0, 7), logs)).size).toBe(3);
  });

  test("are found again when the newest is full and its own records are examined again", () => {
    const first = new SessionParts(NOTHING, SIZE);
    const found = partsOf(PLACES.slice(0, 3), first);
    const again = new SessionParts(knownAfter(NOTHING, first), SIZE);
    expect([partsOf(PLACES.slice(0, 3), again), again.begun]).toEqual([found, []]);
  });

  test("get names that no other has, when some between them were purged", () => {
    const first = new SessionParts(NOTHING, SIZE);
    partsOf(PLACES.slice(0, 12), first);
    const known = knownAfter(NOTHING, first);
    const left = { ...known, parts: known.parts.filter(({ session }) => session !== partName(WHOLE, 1)) };
    const then = new SessionParts(left, SIZE);
    partsOf(PLACES.slice(20), then);
    const names = [...left.parts, ...then.begun].map(({ session }) => session);
    expect(then.begun.length).toBeGreaterThan(3);
    expect(new Set(names).size).toBe(names.length);
  });
});
