import { describe, expect, test } from "bun:test";
import { columnsOf, middleOf, stacked } from "../../../embedded/dashboard/charts/spread-places.ts";

test("half of the values lie in the middle, whatever order they come in", () => {
  expect(middleOf([50, 10, 30, 20, 40])).toEqual({ low: 20, median: 30, high: 40 });
  expect(middleOf([10, 20])).toEqual({ low: 12.5, median: 15, high: 17.5 });
  expect(middleOf([7])).toEqual({ low: 7, median: 7, high: 7 });
});

describe("marks", () => {
  test("stand in the lowest row that has room", () => {
    expect(stacked([50, 41, 40, 42, 60], 5)).toEqual([
      { value: 40, row: 0 },
      { value: 41, row: 1 },
      { value: 42, row: 2 },
      { value: 50, row: 0 },
      { value: 60, row: 0 },
    ]);
  });

  test("of equal values stand above each other", () => {
    expect(stacked([3, 3], 1).map(({ row }) => row)).toEqual([0, 1]);
  });
});

test("each value is in one column of five points, 0 in the first and 100 in the last", () => {
  const columns = columnsOf([0, 4.9, 5, 99, 100]);
  expect(columns).toHaveLength(20);
  expect(columns[0]).toEqual({ from: 0, to: 5, count: 2 });
  expect(columns[1]?.count).toBe(1);
  expect(columns.at(-1)).toEqual({ from: 95, to: 100, count: 2 });
});
