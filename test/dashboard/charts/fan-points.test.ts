import { describe, expect, test } from "bun:test";
import {
  describeFan,
  type FanPoint,
  placeFan,
  sayFanPoint,
  sinceFirstScore,
} from "../../../embedded/dashboard/charts/fan-points.ts";

const few = (start: string, people = 0): FanPoint => ({
  start,
  people,
  median: null,
  middleHalf: null,
  tenths: null,
  ownScore: null,
});
const week = (start: string, median: number): FanPoint => ({
  ...few(start, 6),
  median,
  middleHalf: [median - 5, median + 5],
  tenths: [median - 12, median + 12],
});

const WEEKS = [week("2026-11-02", 48), few("2026-11-09", 4), week("2026-11-16", 52)];

describe("a fan", () => {
  test("has a gap where the people are too few, and the last week is not over", () => {
    expect(placeFan(WEEKS).map(({ index, isOpen }) => [index, isOpen])).toEqual([
      [0, false],
      [2, true],
    ]);
  });

  test("is a sentence as well", () => {
    expect(describeFan("Skill", WEEKS, "week")).toBe(
      "Skill of the people by week: median from 48 to 52, the last middle half 47 to 57, 1 of 3 weeks with too few people",
    );
    expect(describeFan("Skill", [few("2026-11-02")], "week")).toBe(
      "Skill of the people by week: too few people",
    );
  });

  test("reads out each week, with who looks", () => {
    expect(sayFanPoint({ ...week("2026-11-02", 48), ownScore: 51.6 })).toBe(
      "median 48, middle half 43 to 53, tenths 36 to 60, 6 people, you 52",
    );
    expect(sayFanPoint(few("2026-11-02", 1))).toBe("too few people, 1 person");
  });

  test("begins with the first score, but has four buckets at least", () => {
    const empty = ["01", "02", "03", "04", "05"].map((day) => few(`2026-11-${day}`));
    expect(sinceFirstScore([...empty, week("2026-11-06", 50)])).toHaveLength(4);
    expect(sinceFirstScore([...empty.slice(0, 2), ...WEEKS, ...WEEKS])).toHaveLength(6);
  });
});
