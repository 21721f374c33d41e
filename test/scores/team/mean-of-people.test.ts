import { describe, expect, test } from "bun:test";
import { changeOfPeople, meanOfPeople, type PersonScore } from "../../../src/scores/team/mean-of-people.ts";
import { inputSpreads } from "../../../src/scores/team/points-to-gain.ts";
import { studentQuantile } from "../../../src/scores/team/student.ts";
import type { PeriodScores } from "../../../src/scores/score-period.ts";

function person(value: number | null): PersonScore {
  return { value, interval: value === null ? null : [value - 9, value + 9], subSessions: 10 };
}

describe("the score of everyone", () => {
  test("has no value with fewer people than asked for, and none with nobody", () => {
    expect(meanOfPeople([person(40), person(60), person(null)], 3)).toEqual({
      people: 2,
      subSessions: null,
      value: null,
      interval: null,
    });
    expect(meanOfPeople([person(null)], 1).value).toBeNull();
  });

  test("is the mean of the people, each once, with Student's interval over people", () => {
    // by hand: variance 100, error √(100/3) = 5.77, t of two degrees 1.886
    const { people, subSessions, value, interval } = meanOfPeople([40, 50, 60].map(person), 1);
    expect([people, subSessions, value]).toEqual([3, 30, 50]);
    expect(interval?.[1]).toBeCloseTo(50 + 1.8856 * Math.sqrt(100 / 3), 1);
  });

  test("of one person has that person's interval", () => {
    expect(meanOfPeople([person(40)], 1)).toMatchObject({ value: 40, interval: [31, 49] });
  });

  test("stays from 0 to 100", () => {
    expect(meanOfPeople([2, 98].map(person), 1).interval).toEqual([0, 100]);
  });
});

describe("the change of the same people", () => {
  test("is not known of fewer than three, or than asked for", () => {
    const pair = [50, 60] as const;
    expect(changeOfPeople([pair, pair], 1)).toBeNull();
    expect(changeOfPeople([pair, pair, pair, pair], 5)).toBeNull();
  });

  test("is the mean of their own changes, with Student's interval over people", () => {
    const found = changeOfPeople(
      [
        [40, 45],
        [50, 50],
        [60, 70],
      ],
      3,
    );
    expect(found).toMatchObject({ from: 50, to: 55, value: 5, people: 3 });
    expect(found?.interval[1]).toBeCloseTo(5 + 1.8856 * Math.sqrt(25 / 3), 1);
  });

  test("is sure where everybody moved alike", () => {
    const pairs = [30, 50, 70].map((from) => [from, from + 10] as const);
    expect(changeOfPeople(pairs, 3)?.interval).toEqual([10, 10]);
  });
});

describe("the inputs of Skill among people", () => {
  const inputs = (sse: number | null) => ({ sse, pes: 50, ie: 50, crr: 50, fc: 50 });
  const people = (values: readonly (number | null)[]) =>
    values.map((sse) => ({ skillInputs: inputs(sse) }) as unknown as PeriodScores);

  test("are hidden for four people", () => {
    expect(inputSpreads(people([1, 2, 3, 4])).sse).toMatchObject({ median: null, pointsToGain: null });
  });

  test("have the points that Skill would gain if everybody under the median reached it", () => {
    const { sse, pes } = inputSpreads(people([30, 40, 50, 60, 70]));
    expect(sse.median).toBe(50);
    // 20 and 10 points of two in five, times SSE's share of the weights
    expect(sse.pointsToGain).toBeCloseTo((30 / 5) * 0.45, 9);
    expect(pes.pointsToGain).toBe(0);
  });
});

describe("Student's 90th percentile", () => {
  // from printed tables
  test.each([
    [1, 3.0777],
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
