import { describe, expect, test } from "bun:test";
import { countedTotal, cutPage, readPage } from "../../src/vocabulary/page.ts";

const ROWS = ["a", "b", "c"];
const positionOf = (row: string) => ({ after: row });

describe("a page", () => {
  test("that more rows follow says where the next begins", () => {
    expect(cutPage(ROWS, 2, positionOf)).toEqual({ rows: ["a", "b"], next: { after: "b" } });
  });

  test("that holds all the rows is the last", () => {
    expect(cutPage(ROWS, 3, positionOf)).toEqual({ rows: ROWS, next: null });
    expect(cutPage([], 3, positionOf)).toEqual({ rows: [], next: null });
  });

  test("is read with one row more than it shows", async () => {
    const asked: number[] = [];
    const read = async (atMost: number) => {
      asked.push(atMost);
      return ROWS.slice(0, atMost);
    };
    expect(await readPage(1, read, positionOf)).toEqual({ rows: ["a"], next: { after: "a" } });
    expect(asked).toEqual([2]);
  });
});

test("a total is exact up to 10,000 and not known beyond", () => {
  expect([0, 10_000, 10_001].map(countedTotal)).toEqual([0, 10_000, null]);
});
