import { describe, expect, test } from "bun:test";
import { axis, path, scoreRange, ticks } from "../../../embedded/dashboard/charts/geometry.ts";
import {
  changeOfFormula,
  describeTrend,
  hasNewFormulaSince,
  placePoints,
  sinceFirstWork,
  solidAndDashed,
  unbroken,
} from "../../../embedded/dashboard/charts/trend-points.ts";

const points = [44, null, 46, 48, 50].map((value, index) => ({
  start: new Date(Date.UTC(2026, 9, 5 + 7 * index)).toISOString(),
  value,
  interval: value === null ? null : ([value - 4, value + 4] as const),
  subSessions: value === null ? 0 : 5,
}));

describe("a trend", () => {
  test("has no line from or to a gap", () => {
    const runs = unbroken(placePoints(points)).map((run) => run.map(({ index }) => index));
    expect(runs).toEqual([[0], [2, 3, 4]]);
  });

  test("is dashed to the bucket that is not over", () => {
    const run = unbroken(placePoints(points))[1] ?? [];
    const { solid, dashed } = solidAndDashed(run);
    expect([solid.map(({ index }) => index), dashed.map(({ index }) => index)]).toEqual([
      [2, 3],
      [3, 4],
    ]);
  });

  test("is solid to its end where the last bucket is over", () => {
    const run = unbroken(placePoints(points, "over"))[1] ?? [];
    expect(solidAndDashed(run)).toEqual({ solid: run, dashed: [] });
  });

  test("is a sentence too, gaps and all", () => {
    expect(describeTrend("Skill", points, "week")).toBe(
      "Skill by week: from 44 to 50, 1 of 5 weeks without a value",
    );
    expect(describeTrend("Skill", [], "week")).toBe("Skill by week: no value yet");
  });

  test("begins with the first work, but is never shorter than four buckets", () => {
    const idle = { start: "", value: null, interval: null, subSessions: 0 };
    expect(sinceFirstWork([idle, idle, ...points])).toEqual(points);
    expect(sinceFirstWork([idle, idle, idle, idle, ...points.slice(4)])).toHaveLength(4);
  });
});

describe("an axis of scores", () => {
  test("shows 30 to 70, and more where something is outside", () => {
    expect([scoreRange([45, 55]), scoreRange([12, 55]), scoreRange([50, 96])]).toEqual([
      [30, 70],
      [10, 70],
      [30, 100],
    ]);
    expect(ticks(30, 70)).toEqual([30, 40, 50, 60, 70]);
  });

  test("has each round value once, however small they are", () => {
    expect(ticks(0, 0.3, 6)).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]);
    expect(ticks(0, 0.012, 6)).toEqual([0, 0.002, 0.004, 0.006, 0.008, 0.01, 0.012]);
    expect(ticks(0, 3, 6)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
  });

  test("places values", () => {
    const at = axis(0, 100, [10, 30]);
    expect(path([[at(0), at(50)]])).toBe("M10 20");
  });
});

describe("a change of formula", () => {
  const [, , ...known] = points;
  const changed = known.map((point, index) => ({
    ...point,
    scoringVersion: index < 2 ? "2026.12" : "2027.01",
  }));
  const [, before, after] = changed;

  test("is at the first point of the new formula", () => {
    expect(changeOfFormula(changed)).toBe(2);
    expect(changeOfFormula(changed.slice(0, 2))).toBeNull();
    expect(changeOfFormula([])).toBeNull();
  });

  test("breaks the line, and is said", () => {
    const runs = unbroken(placePoints(changed)).map((run) => run.map(({ index }) => index));
    expect(runs).toEqual([[0, 1], [2]]);
    expect(describeTrend("Skill", changed, "week")).toEndWith(", not compared across the change of formula");
  });

  test("is looked for from a time on", () => {
    expect(hasNewFormulaSince(changed, Date.parse(before?.start ?? ""))).toBe(true);
    expect(hasNewFormulaSince(changed, Date.parse(after?.start ?? "") + 1)).toBe(false);
  });
});
