import { describe, expect, test } from "bun:test";
import { anyWithin, overlapFinder } from "../../src/vocabulary/times.ts";

const span = (start: number, end: number) => ({ start, end });

describe("times in order", () => {
  test("are within two when one of them is, the two included", () => {
    expect(
      [span(0, 9), span(10, 10), span(11, 19), span(15, 20), span(31, 99)].map((one) =>
        anyWithin([10, 20, 30], one),
      ),
    ).toEqual([false, true, false, true, false]);
    expect(anyWithin([], span(0, 9))).toBe(false);
  });
});

describe("spans", () => {
  test("are joined where they touch, in whatever order they come", () => {
    const overlaps = overlapFinder([span(5, 9), span(0, 2), span(2, 3), span(6, 7)]);
    // an instant overlaps only what goes on before and after it
    const instants = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((at) => overlaps(span(at, at)));
    expect(instants).toEqual([1, 2, 6, 7, 8]);
  });

  test("overlap when they share more than an instant", () => {
    const overlaps = overlapFinder([span(10, 20), span(12, 14), span(30, Infinity)]);
    const found = [span(0, 10), span(0, 11), span(20, 30), span(19, 20), span(20, 31), span(50, 60)].map(
      overlaps,
    );
    expect(found).toEqual([false, true, false, true, true, true]);
  });

  test("of no length overlap what they are in", () => {
    const overlaps = overlapFinder([span(15, 15)]);
    expect([span(10, 20), span(15, 20), span(0, 15)].map(overlaps)).toEqual([true, false, false]);
  });

  test("are found among a hundred thousand at once", () => {
    const many = Array.from({ length: 100_000 }, (_, number) => span(10 * number, 10 * number + 5));
    const overlaps = overlapFinder(many);
    expect(many.filter(({ end }) => overlaps(span(end, end + 5)))).toEqual([]);
    expect(many.filter(({ start }) => !overlaps(span(start, start + 1)))).toEqual([]);
  });
});
