import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import {
  earnedRows,
  sayAxes,
  sayAxis,
} from "../../../../embedded/dashboard/pages/developer/earned/earned-rows.ts";
import type { SummedParts } from "../../../../embedded/dashboard/words/earned.ts";

const NONE = { actual: null, earned: null, axis: null, weight: null };
const speed: SummedParts = {
  axes: { tokens: NONE, turns: NONE, humanTime: { actual: 7_200, earned: 6_600, axis: -0.09 } },
  evidence: 0.7,
  r: -0.09,
  reference: -0.05,
};
const tokens = { actual: 5_600_000, earned: 5_150_000, axis: -0.08 };
const efficiency: SummedParts = {
  ...speed,
  axes: { tokens, turns: { actual: 98, earned: 101.2, axis: 0.03 }, humanTime: NONE },
};

describe("the sums that scores are computed from", () => {
  test("are those of the scores with a value", () => {
    const rows = earnedRows({ breakdown: { speed, efficiency, sse: null } });
    expect(rows.map(({ title }) => title)).toEqual(["Speed", "Efficiency"]);
    expect(earnedRows({ breakdown: null })).toEqual([]);
  });

  test("are said in their own units, taken then earned", () => {
    expect(sayAxis(speed, "humanTime")).toBe("120 → 110");
    expect(sayAxis(efficiency, "turns")).toBe("98 → 101");
    expect(sayAxis(efficiency, "tokens")).toBe("5.6 M → 5.2 M");
    expect(sayAxis(speed, "tokens")).toBe("–");
    expect(sayAxes(efficiency)).toBe("Tokens 5.6 M → 5.2 M, prompts 98 → 101");
    expect(sayAxes(speed)).toBe("Human time 120 → 110 min");
  });
});
