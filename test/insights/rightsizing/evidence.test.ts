import { describe, expect, test } from "bun:test";
import { compareReached, gradeOf } from "../../../src/insights/rightsizing/evidence.ts";

function tried(reached: number, subSessions: number) {
  return { reached, subSessions };
}

describe("the difference in reached sub-sessions", () => {
  /** Newcombe 1998, table II, method 10, at 95 %: two normal quantiles of 97.5 %. */
  test.each([
    [tried(48, 80), tried(56, 70), [0.0524, 0.3339]],
    [tried(3, 10), tried(9, 10), [0.1705, 0.809]],
    [tried(2, 7), tried(6, 7), [0.0582, 0.8062]],
    [tried(0, 29), tried(5, 56), [-0.0381, 0.1926]],
    [tried(0, 20), tried(0, 10), [-0.1611, 0.2775]],
    [tried(0, 10), tried(10, 10), [0.6075, 1]],
  ])("of %p and %p has the published bounds", (from, to, bounds) => {
    const compared = compareReached(from, to, 1.959963984540054);
    expect([compared.low, compared.high].map((bound) => Number(bound?.toFixed(4)))).toEqual(bounds);
  });

  test("is narrower by the one-sided bounds of 90 %", () => {
    const { low, high, difference } = compareReached(tried(48, 80), tried(56, 70));
    expect(difference).toBeCloseTo(0.2, 10);
    expect(low).toBeCloseTo(0.1039, 3);
    expect(high).toBeCloseTo(0.2897, 3);
  });

  test("is not known where one of the two was never tried", () => {
    const nothing = { difference: null, low: null, high: null };
    expect(compareReached(tried(0, 0), tried(1, 1))).toEqual(nothing);
    expect(compareReached(tried(1, 1), tried(0, 0))).toEqual(nothing);
  });
});

describe("the grade", () => {
  test("is C below five on either side", () => {
    expect(gradeOf(tried(4, 4), tried(0, 100), -0.05)).toBe("C");
    expect(gradeOf(tried(4, 100), tried(0, 4), -0.05)).toBe("C");
  });

  test("is B from five to nineteen, however well it went", () => {
    expect(gradeOf(tried(50, 100), tried(5, 5), -0.05)).toBe("B");
    expect(gradeOf(tried(50, 100), tried(19, 19), -0.05)).toBe("B");
  });

  test("is A from twenty on both, when the bound is above what is put up with", () => {
    expect(gradeOf(tried(10, 20), tried(18, 20), -0.05)).toBe("A");
    expect(gradeOf(tried(140, 200), tried(140, 200), -0.05)).toBe("B");
    expect(gradeOf(tried(700, 1_000), tried(700, 1_000), -0.05)).toBe("A");
  });

  test("is none where the work that was done speaks against it", () => {
    expect(gradeOf(tried(90, 100), tried(50, 100), -0.05)).toBeNull();
    expect(gradeOf(tried(9, 10), tried(1, 10), -0.05)).toBeNull();
  });

  test("asks more of what must be better", () => {
    expect(gradeOf(tried(500, 1_000), tried(500, 1_000), 0)).toBe("B");
    expect(gradeOf(tried(500, 1_000), tried(600, 1_000), 0)).toBe("A");
  });
});
