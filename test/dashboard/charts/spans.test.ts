import { describe, expect, test } from "bun:test";
import { clusters, joinSpans, spansPath } from "../../../embedded/dashboard/charts/spans.ts";

describe("spans of time in pixels", () => {
  test("are drawn as one where they touch", () => {
    expect(
      joinSpans([
        { from: 20, to: 24 },
        { from: 0, to: 10 },
        { from: 10.4, to: 12 },
      ]),
    ).toEqual([
      { from: 0, to: 12 },
      { from: 20, to: 24 },
    ]);
  });

  test("are wide enough to be seen", () => {
    expect(joinSpans([{ from: 5, to: 5 }])).toEqual([{ from: 5, to: 6.5 }]);
  });

  test("have no more parts than there is room for, however many they are", () => {
    const many = Array.from({ length: 50_000 }, (_, place) => ({ from: place / 50, to: place / 50 + 0.01 }));
    expect(spansPath(many, 0, 10).length).toBeLessThan(50_000);
    expect(joinSpans(many)).toHaveLength(1);
  });

  test("are rectangles in one path", () => {
    expect(spansPath([{ from: 1, to: 4 }], 90, 18)).toBe("M1 90H4v18H1Z");
  });
});

describe("marks", () => {
  test("that are close are drawn as one, with their number", () => {
    expect(clusters([40, 1, 3, 12, 15], 13)).toEqual([
      { x: 1, count: 3 },
      { x: 15, count: 1 },
      { x: 40, count: 1 },
    ]);
  });
});
