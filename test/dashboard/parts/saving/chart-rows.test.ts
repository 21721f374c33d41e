/** What charts without a table save as CSV. */
import { expect, test } from "bun:test";
import {
  rowsOfColumns,
  rowsOfLines,
  rowsOfPairs,
  rowsOfStack,
  rowsOfTrend,
} from "../../../../embedded/dashboard/parts/saving/chart-rows.ts";

const [FIRST, SECOND] = ["2026-11-16T00:00:00.000Z", "2026-11-17T00:00:00.000Z"];
const POINT = { interval: [40, 60] as const, subSessions: 3 };

test("a trend has its interval, and empty cells where there is no value", () => {
  const points = [
    { ...POINT, start: FIRST, value: 50.25 },
    { start: SECOND, value: null, interval: null, subSessions: 0 },
  ];
  expect(rowsOfTrend(points, { name: "Speed", bucket: "day" })).toEqual([
    ["day", "Speed", "low", "high", "tasks"],
    ["2026-11-16", "50.25", "40", "60", "3"],
    ["2026-11-17", "", "", "", "0"],
  ]);
});

test("lines have a column each", () => {
  const line = (name: string, value: number | null) => ({
    name,
    points: [{ ...POINT, start: FIRST, value }],
  });
  expect(rowsOfLines([line("Clear", 0.1 + 0.2), line("Scoped", null)], "week")).toEqual([
    ["week", "Clear", "Scoped"],
    ["2026-11-16", "0.3", ""],
  ]);
});

test("stacked columns have one for each part, 0 where a bucket has none of it", () => {
  const buckets = [
    { start: FIRST, parts: [{ name: "opus", value: 2.5 }] },
    { start: SECOND, parts: [] },
  ];
  const titleOf = (name: string) => name.toUpperCase();
  expect(rowsOfStack(buckets, { names: ["opus"], bucket: "day", titleOf })).toEqual([
    ["day", "OPUS"],
    ["2026-11-16", "2.5"],
    ["2026-11-17", "0"],
  ]);
});

test("columns have their bounds, and pairs both values", () => {
  expect(
    rowsOfColumns([
      ["CRR", [1, 0]],
      ["TEI", [0, 4]],
    ]),
  ).toEqual([
    ["from", "to", "CRR", "TEI"],
    ["0", "50", "1", "0"],
    ["50", "100", "0", "4"],
  ]);
  expect(rowsOfPairs([[50, 61.5]])).toEqual([
    ["before", "after"],
    ["50", "61.5"],
  ]);
});
