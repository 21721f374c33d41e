import { describe, expect, test } from "bun:test";
import type { Columns } from "../../../src/scores/columns.ts";
import { histogramOf, spreadOf } from "../../../src/scores/team/spread.ts";
import { skillOfEach } from "../../../src/scores/team/sub-session-skill.ts";

describe("a spread", () => {
  test("of under five people is their number and nothing else", () => {
    expect(spreadOf([10, 20, 30, 40])).toEqual({ people: 4, median: null, middleHalf: null, tenths: null });
    expect(spreadOf([])).toEqual({ people: 0, median: null, middleHalf: null, tenths: null });
  });

  test("has the median, the middle half and the tenths, whatever the order", () => {
    expect(spreadOf([50, 10, 40, 20, 30])).toEqual({
      people: 5,
      median: 30,
      middleHalf: [20, 40],
      tenths: [14, 46],
    });
  });
});

describe("a histogram", () => {
  const one = (...values: number[]) => Float64Array.from(values);

  test("of under five people is empty, however many sub-sessions they have", () => {
    const work = [one(1, 2, 3, 4, 5), one(50), one(60), one(70), one(NaN, NaN)];
    expect(histogramOf(work)).toEqual({ people: 4, subSessions: null, counts: null });
  });

  test("counts sub-sessions by five points, 100 in the last, those without a value nowhere", () => {
    const { people, subSessions, counts } = histogramOf([
      one(0, 4.99),
      one(5),
      one(97),
      one(100, NaN),
      one(50),
    ]);
    expect([people, subSessions]).toEqual([5, 6]);
    expect(counts).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  });
});

describe("the Skill of one sub-session", () => {
  test("is its inputs by their weights, and nothing where they have less than 60 % of them", () => {
    const scoreable = {
      startedAt: Float64Array.of(1, 2, 3),
      sse: Float64Array.of(60, 60, NaN),
      pes: Float64Array.of(NaN, NaN, 50),
      ie: Float64Array.of(40, NaN, 50),
      crr: Float64Array.of(NaN, NaN, 50),
      fc: Float64Array.of(NaN, 30, 50),
    } as Partial<Columns> as Columns;
    // of 100 the first has 45 and 15, the second 45 and 10, the third 55
    expect([...skillOfEach(scoreable)]).toEqual([(45 * 60 + 15 * 40) / 60, NaN, NaN]);
  });
});
