import { describe, expect, test } from "bun:test";
import { columnsOf, stacked, tallestOf } from "../../../embedded/dashboard/charts/spread-places.ts";

describe("marks", () => {
  test("are in the lowest row that has room", () => {
    expect(stacked([50, 41, 40, 42, 60], 5)).toEqual([
      { value: 40, row: 0 },
      { value: 41, row: 1 },
      { value: 42, row: 2 },
      { value: 50, row: 0 },
      { value: 60, row: 0 },
    ]);
  });

  test("of equal values are above each other", () => {
    expect(stacked([3, 3], 1).map(({ row }) => row)).toEqual([0, 1]);
  });
});

describe("columns", () => {
  test("share 0 to 100 equally", () => {
    const columns = columnsOf(Array.from({ length: 20 }, (_, index) => index));
    expect(columns[1]).toEqual({ from: 5, to: 10, count: 1 });
    expect(columns.at(-1)).toEqual({ from: 95, to: 100, count: 19 });
  });

  test("have a tallest, the first of equals", () => {
    expect(tallestOf(columnsOf([1, 3, 3, 2]))).toEqual({ from: 25, to: 50, count: 3 });
    expect(tallestOf([])).toBeUndefined();
  });
});
