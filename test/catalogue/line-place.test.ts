import { describe, expect, test } from "bun:test";
import { placeIn } from "../../src/normaliser/records/read-line.ts";
import { lineIdentity, readLinePlace, writeLinePlace } from "../../src/catalogue/line-place.ts";

const WHOLE = { sequence: 12, frame: 1, first: 30, left: null };

describe("the place of a stored line", () => {
  test("is read as it was written", () => {
    for (const left of [null, [2, 3, 4, 9], [1]])
      expect(readLinePlace(writeLinePlace({ ...WHOLE, left }))).toEqual({ ...WHOLE, left });
  });

  test("names ranges of records once some before them were removed", () => {
    expect(writeLinePlace({ ...WHOLE, left: [2, 3, 4, 9] })).toBe("12:1:30:2-4,9-9");
    expect(writeLinePlace({ ...WHOLE, left: [0, 1, 2] })).toBe("12:1:30");
  });

  test("gives every record that is left the place that it had", () => {
    const place = readLinePlace("12:1:30:2-4,9-9");
    expect([0, 1, 2, 3].map((index) => placeIn(place, index).record)).toEqual([32, 33, 34, 39]);
    expect(placeIn(WHOLE, 3)).toEqual({ sequence: 12, frame: 1, record: 33 });
  });

  test("keeps its identity when records are removed", () => {
    expect(lineIdentity("12:1:30:2-4,9-9")).toBe(lineIdentity("12:1:30"));
  });
});
