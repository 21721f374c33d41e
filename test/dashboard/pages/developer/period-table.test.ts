import { describe, expect, test } from "bun:test";
import { periodTable } from "../../../../embedded/dashboard/pages/developer/earned/period-table.ts";
import { addLines } from "../../../../embedded/dashboard/pages/session/account/lines.ts";

function amounts(scale: number) {
  const axis = (actual: number, earned: number) => ({
    actual: actual * scale,
    earned: earned * scale,
    axis: 0,
  });
  return { tokens: axis(60_000.4, 45_000.3), turns: axis(2, 2.207), humanTime: axis(61.04, 47.07) };
}

const tasks = [1, 2, 3].map((scale) => ({ id: `task ${scale}`, breakdown: amounts(scale) }));

/** The sums of six times the first task. */
const row = {
  breakdown: {
    sse: { axes: amounts(6), evidence: 1, r: 0, reference: 0 },
    speed: null,
    efficiency: null,
  },
  counted: 3,
};

describe("the tasks of a time range", () => {
  test("add up to what its scores are computed from, to the last shown digit", () => {
    const table = periodTable(row, tasks);
    expect(table?.others).toBeNull();
    expect(table?.total).toEqual({
      tokens: { took: 360_002, earned: 270_002 },
      turns: { took: 12, earned: 13.24 },
      humanTime: { took: 366.2, earned: 282.4 },
    });
    expect(addLines(table?.tasks.map((task) => task.amounts) ?? [])).toEqual(table?.total ?? addLines([]));
  });

  test("have those that are not listed in one line", () => {
    const table = periodTable({ ...row, counted: 8 }, tasks.slice(0, 2));
    expect(table?.others?.count).toBe(6);
    const lines = [...(table?.tasks ?? []), ...(table?.others == null ? [] : [table.others])];
    expect(addLines(lines.map((line) => line.amounts))).toEqual(table?.total ?? addLines([]));
    expect(table?.total.tokens).toEqual({ took: 360_002, earned: 270_002 });
  });

  test("are no table where the time range has no sums", () => {
    expect(periodTable({ breakdown: null, counted: 2 }, tasks)).toBeNull();
  });
});
