import { describe, expect, test } from "bun:test";
import type { Sighting } from "../../../src/normaliser/sightings/sighting.ts";
import { type KnownParts, SessionParts } from "../../../src/normaliser/parts/session-parts.ts";
import { createRandom } from "../../../src/demo/work/random.ts";
import { heldName, holderIn, idIn, partName, wholeName } from "../../../src/vocabulary/held-name.ts";
import { prompt } from "../../turns/events.ts";

const WHOLE = heldName("0123456789abcdef", "s-1");
const ONE: readonly Sighting[] = [prompt(0, "Add a cart")];

/** Each record is one prompt, and a part holds three. Gives: the parts of the records. */
function partsOf(places: readonly number[], parts: SessionParts): string[] {
  return places.map((record) => {
    const place = { sequence: Math.floor(record / 10), frame: 0, record };
    const part = parts.partAt(WHOLE, place);
    parts.add(part, place, ONE);
    return part;
  });
}

function knownAfter(before: KnownParts, { begun, added }: SessionParts): KnownParts {
  const sizes = new Map(before.sizes);
  for (const [session, { size, countedTo }] of added)
    sizes.set(session, { size: size + (sizes.get(session)?.size ?? 0), countedTo });
  return { parts: [...before.parts, ...begun], sizes };
}

const NOTHING: KnownParts = { parts: [], sizes: new Map() };
const SIZE = 30;
const PLACES = Array.from({ length: 40 }, (_, place) => place);

describe("a session's parts", () => {
  test("are names of the same holder and id", () => {
    const name = partName(WHOLE, 7) ?? "";
    expect([holderIn(name), idIn(name), wholeName(name)]).toEqual(["0123456789abcdef", "s-1", WHOLE]);
    expect(name).not.toBe(WHOLE);
    expect(partName(WHOLE, 100_000)).toBeNull();
  });

  test("begin one after the other when the one before is full", () => {
    const [second, third] = [partName(WHOLE, 1) ?? "", partName(WHOLE, 2) ?? ""];
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
    expect([again.begun, again.added.size]).toEqual([[], 0]);
    const rescored = new SessionParts(known, Infinity);
    expect(partsOf(PLACES.toReversed(), rescored).toReversed()).toEqual(found);
  });
});
