import { describe, expect, test } from "bun:test";
import { groupEqual, sayMissing } from "../../../../embedded/dashboard/pages/prompts/missing-data.ts";

describe("a missing check", () => {
  test("says how often it is missing and what that costs", () => {
    const check = "acceptance_condition";
    expect(sayMissing({ check, asked: 3, missing: 2, cost: 8.2 })).toBe(
      "Says when it is done: missing in 2 of 3, costs 8 points",
    );
    expect(sayMissing({ check, asked: 9, missing: 1, cost: 0.4 })).toEndWith("costs less than a point");
  });
});

describe("equal prompts", () => {
  test("are one row with their number, where they have a text and the same score", () => {
    const rows = [
      { promptId: "1", promptText: "Commit it", rubricScore: 40 },
      { promptId: "2", promptText: "Add a cart", rubricScore: 60 },
      { promptId: "3", promptText: "Commit it ", rubricScore: 40 },
      { promptId: "4", promptText: "Commit it", rubricScore: 50 },
      { promptId: "5", promptText: null },
      { promptId: "6", promptText: null },
    ];
    expect(groupEqual(rows).map(({ promptId, times }) => [promptId, times])).toEqual([
      ["1", 2],
      ["2", 1],
      ["4", 1],
      ["5", 1],
      ["6", 1],
    ]);
  });
});
