import { describe, expect, test } from "bun:test";
import { studentQuantile } from "../../../src/scores/team/student.ts";
import { compareGroups } from "../../../src/scores/team/welch.ts";

describe("two groups of people", () => {
  test("are not compared when either has fewer than three, or than asked for", () => {
    expect(compareGroups({ before: [50, 60], now: [50, 60, 70] }, 1)).toBeNull();
    expect(compareGroups({ before: [50, 60, 70, 80], now: [50, 60, 70, 80] }, 5)).toBeNull();
  });

  test("differ by their means, whoever is in both", () => {
    expect(compareGroups({ before: [40, 50, 60], now: [45, 55, 65, 75] }, 3)).toMatchObject({
      from: 50,
      to: 60,
      value: 10,
      people: { before: 3, now: 4 },
    });
  });

  test("have Welch's interval", () => {
    // by hand: variances 100 and 250, errors 100/3 and 250/5; freedom (250/3)² / ((100/3)²/2 + 50²/4) = 5.88
    const groups = { before: [40, 50, 60], now: [30, 40, 50, 60, 70] };
    const { interval } = compareGroups(groups, 3) ?? { interval: [0, 0] };
    expect(interval[1]).toBeCloseTo(1.4433 * Math.sqrt(250 / 3), 1);
    expect(interval[0]).toBeCloseTo(-interval[1], 9);
  });

  test("in which all are alike differ for sure", () => {
    expect(compareGroups({ before: [50, 50, 50], now: [60, 60, 60] }, 3)?.interval).toEqual([10, 10]);
  });
});

describe("Student's 90th percentile", () => {
  // from printed tables
  test.each([
    [2, 1.8856],
    [3, 1.6377],
    [4, 1.5332],
    [5, 1.4759],
    [10, 1.3722],
    [30, 1.3104],
    [Infinity, 1.2816],
  ])("with %d degrees of freedom is %d", (freedom, expected) => {
    expect(Math.abs(studentQuantile(freedom) - expected)).toBeLessThan(0.003);
  });
});
