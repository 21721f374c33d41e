import { describe, expect, test } from "bun:test";
import type { Clue, Sighting } from "../../../src/normaliser/sightings/sighting.ts";
import { bytesOfSightings, sightingsOfBytes } from "../../../src/normaliser/sightings/sightings-bytes.ts";

function clue(number: number, said: string): Clue {
  const place = { sequence: 1, frame: 0, record: number };
  const origin = {
    id: `event-${number}`,
    startedAt: number,
    at: number,
    place,
    traceId: null,
    process: null,
  };
  return { ...origin, kind: "clue", name: "told", facts: { said } };
}

const FEW: Sighting[] = [clue(1, "a word")];
/** The bytes of few, as the first version with a dictionary wrote them. */
const WRITTEN_BEFORE =
  "KLUv/SCnxQEA0FtldmVudC0xMXRvbGQic2FhIHdvcmQifX1dCQAYI4ZIoEEegRJ6CxfAeNHOMNLODKxft+KZuAI=";
const MANY: Sighting[] = Array.from({ length: 200 }, (_, number) => clue(number, "words that come again"));

describe("the bytes of sightings", () => {
  test.each([
    ["none", []],
    ["few", FEW],
    ["many", MANY],
    ["letters of every length and half of one", [...MANY, clue(201, "aß水🎉 \uD83C")]],
  ])("gives back %s", (_, sightings) => {
    expect(sightingsOfBytes(bytesOfSightings(sightings))).toEqual(sightings);
  });

  test("that were written before are read: their dictionary is the same for ever", () => {
    expect(sightingsOfBytes(Buffer.from(WRITTEN_BEFORE, "base64"))).toEqual(FEW);
  });

  test("takes half of their JSON when there are few", () => {
    expect(bytesOfSightings(FEW).length).toBeLessThan(JSON.stringify(FEW).length / 2);
  });

  test("takes less than a fifth of their JSON when there are many", () => {
    expect(bytesOfSightings(MANY).length).toBeLessThan(JSON.stringify(MANY).length / 5);
  });

  test.each(["", "{", "[{", "(\u00b5/\u00fd\u0000X"])("that are damaged (%j) are an exception", (text) => {
    expect(() => sightingsOfBytes(Buffer.from(text, "latin1"))).toThrow();
  });
});
