import { describe, expect, test } from "bun:test";
import { eachAxis } from "../../src/metrics/accounts/sums.ts";
import { breakdownOf } from "../../src/scores/score-breakdown.ts";
import type { PeriodScores } from "../../src/scores/score-period.ts";
import type { SummedValue } from "../../src/scores/summed-score.ts";

const NO_PULLS = new Float64Array(0);

/** A period that took one of everything, except human time where that is left out. */
function periodWith(hours: 0 | 1): PeriodScores {
  const took = { t: 1, n: 1, h: hours, k: hours };
  const sums = { took, earned: eachAxis((axis) => 0.5 * took[axis]) };
  const value: SummedValue = {
    mean: 40,
    pulls: NO_PULLS,
    count: 3,
    sums,
    evidence: 1,
    shrunk: -0.3,
    reference: -0.05,
  };
  return {
    summed: { sse: value, efficiency: value, speed: hours === 0 ? null : value },
  } as unknown as PeriodScores;
}

describe("the breakdown of a score", () => {
  test("has the share of each axis in r, which together are all of it", () => {
    const found = breakdownOf(periodWith(1));
    const weightsOf = (name: "sse" | "speed" | "efficiency") =>
      Object.values(found?.[name]?.axes ?? {}).map(({ weight }) => weight && Number(weight.toFixed(9)));
    expect(weightsOf("sse")).toEqual([0.35, 0.3, 0.35]);
    expect(weightsOf("efficiency")).toEqual([0.6, 0.4, null]);
    expect(weightsOf("speed")).toEqual([null, null, 1]);
  });

  test("gives the weight of an axis that is missing to the others", () => {
    const { tokens, turns, humanTime } = breakdownOf(periodWith(0))?.sse?.axes ?? {};
    expect(tokens?.weight).toBeCloseTo(0.35 / 0.65, 9);
    expect(turns?.weight).toBeCloseTo(0.3 / 0.65, 9);
    expect(humanTime?.weight).toBeNull();
  });
});
