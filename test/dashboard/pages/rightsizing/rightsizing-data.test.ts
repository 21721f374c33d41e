import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import { ALLOWANCE as COUNTED } from "../../../../src/insights/rightsizing/candidate.ts";
import {
  ALLOWANCE,
  costSides,
  moneyOf,
  reachedSides,
  savingRange,
  savingsOf,
  sayEvidence,
  sayTrial,
  sayRange,
  sayRest,
  sayRightsizing,
  sayWork,
} from "../../../../embedded/dashboard/pages/rightsizing/rightsizing-data.ts";
import type { Recommendation } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";

function recommendation(changes: Partial<Recommendation> = {}): Recommendation {
  return {
    id: "1",
    kind: "model",
    model: "big",
    from: "big",
    to: "little",
    segment: { intent: "fix", size: "small", agent: "claude-code" },
    work: [{ intent: "fix", size: "small", subSessions: 30 }],
    subSessions: 30,
    basis: "list_prices",
    spentUsd: 40,
    currentCostUsd: 40,
    projectedCostUsd: 10,
    monthlySavingUsd: 30,
    evidence: "A",
    comparison: {
      from: { subSessions: 100, reached: 0.8 },
      to: { subSessions: 50, reached: 0.84 },
      difference: 0.04,
      low: -0.021,
    },
    assumptions: [],
    examples: [],
    priceTable: { date: "2026-11-21", sha256: "" },
    ...changes,
  };
}

const UNTRIED = {
  from: { subSessions: 100, reached: 0.8 },
  to: { subSessions: 0, reached: null },
  difference: null,
  low: null,
};
const SUPPOSED = recommendation({ evidence: "C", comparison: UNTRIED, monthlySavingUsd: 12.5 });
const UP = recommendation({ kind: "tier_up", from: "little", to: "big", monthlySavingUsd: -7 });

function say(...recommendations: Recommendation[]): string {
  return sayRightsizing({ recommendations, quiet: 0 }, 30);
}

describe("the savings", () => {
  test("are none, not zero, where nothing is recommended on such evidence", () => {
    expect(savingsOf([])).toEqual({ shown: null, supposed: null });
    expect(savingsOf([SUPPOSED, UP])).toEqual({ shown: null, supposed: 12.5 });
    expect(savingsOf([recommendation(), recommendation({ evidence: "B" })])).toEqual({
      shown: 60,
      supposed: null,
    });
  });
});

describe("the answer", () => {
  test("says that nothing was found", () => {
    expect(say()).toBe("Nothing worth changing was found in 30 days.");
  });

  test("calls a hypothesis one", () => {
    expect(say(SUPPOSED)).toBe("Cheaper models for easy work may save $12.50 a month: a hypothesis to try.");
  });

  test("adds up what work shows, and leaves hypotheses out", () => {
    expect(say(recommendation(), recommendation({ evidence: "B" }), SUPPOSED)).toBe(
      "Cheaper models for easy work would save $60.00 a month.",
    );
    expect(sayRest({ recommendations: [recommendation(), SUPPOSED], quiet: 0 })).toStartWith(
      "Another $12.50 is a hypothesis",
    );
  });

  test("takes nothing off for stronger models", () => {
    expect(say(recommendation(), UP)).toBe(
      "Cheaper models for easy work would save $30.00 a month. One kind of work may need a stronger model.",
    );
    expect(say(UP, UP)).toBe("2 kinds of work may need a stronger model.");
  });

  test("says how many changes are too small", () => {
    expect(sayRest({ recommendations: [], quiet: 1 })).toStartWith("1 smaller change is left out");
    expect(sayRest({ recommendations: [], quiet: 3 })).toStartWith("3 smaller changes are left out");
  });
});

describe("a recommendation", () => {
  test("says for which work", () => {
    expect(sayWork(recommendation())).toBe("Small tasks in Claude Code, intent fix");
    const unjudged = { segment: { intent: null, size: "large", agent: "codex" } as const };
    expect(
      sayWork(recommendation({ ...unjudged, work: [{ intent: null, size: "large", subSessions: 1 }] })),
    ).toBe("Large tasks in Codex");
    const several = recommendation({
      segment: { intent: null, size: null, agent: "codex" },
      work: [
        { intent: "fix", size: "small", subSessions: 2 },
        { intent: "docs", size: "large", subSessions: 1 },
      ],
    });
    expect(sayWork(several)).toBe("Tasks of several sizes in Codex, 2 kinds of work");
  });

  test("says what was seen on both sides, and how sure it is", () => {
    expect(sayEvidence(recommendation())).toBe(
      "84 % of 50 reached their goal, against 80 % of 100. At 90 % confidence, at most 2 points fewer do.",
    );
    const better = { ...recommendation().comparison, low: 0.011 };
    expect(sayEvidence(recommendation({ comparison: better }))).toEndWith(
      "At 90 % confidence, at least one point more do.",
    );
  });

  test("says that nothing is known where nothing was tried", () => {
    expect(sayEvidence(SUPPOSED)).toBe(
      "A hypothesis. No task of this kind ran on little, so nothing is known of how often it reaches its goal.",
    );
    const few = { ...UNTRIED, to: { subSessions: 3, reached: 1 } };
    expect(
      sayEvidence(recommendation({ evidence: "C", comparison: few, kind: "effort", to: "low" })),
    ).toStartWith("A hypothesis. Only 3 tasks of this kind ran at low effort");
  });

  test("names the side on which too little was done", () => {
    const sides = (from: number, to: number) => ({
      from: { subSessions: from, reached: 0.5 },
      to: { subSessions: to, reached: 0.5 },
      difference: 0,
      low: -0.4,
    });
    expect(sayEvidence(recommendation({ evidence: "C", comparison: sides(2, 40) }))).toBe(
      "A hypothesis. Only 2 tasks of this kind ran on big: too few to compare.",
    );
    expect(sayEvidence(recommendation({ evidence: "C", comparison: sides(9, 40) }))).toStartWith(
      "A hypothesis. Kind by kind",
    );
  });

  test("draws both sides", () => {
    expect(reachedSides(SUPPOSED)).toEqual([
      { name: "big", share: 0.8, value: "80 % of 100 tasks" },
      { name: "little", share: null, value: "never tried" },
    ]);
    expect(costSides(recommendation()).map(({ share }) => share)).toEqual([1, 0.25]);
    expect(
      costSides(recommendation({ kind: "effort", from: "high", to: "low" })).map(({ name }) => name),
    ).toEqual(["big high", "big low"]);
  });

  test("is a cost where it goes up", () => {
    expect(moneyOf(UP)).toEqual({ name: "Costs more a month", usd: "$7.00" });
  });

  test("promises a saving only where it was seen", () => {
    expect([moneyOf(recommendation()).name, moneyOf(SUPPOSED).name]).toEqual([
      "Saves a month",
      "May save a month",
    ]);
  });
});

describe("the range of a saving", () => {
  const costs = { currentCostUsd: 40, projectedCostUsd: 11.5, monthlySavingUsd: 28.5 };

  test("goes from twice the allowance for second tries to none", () => {
    expect(ALLOWANCE).toBeCloseTo(COUNTED - 1, 12);
    const [low, high] = savingRange(costs);
    expect([low, high]).toEqual([expect.closeTo(27, 9), expect.closeTo(30, 9)]);
    expect(sayRange(costs)).toBe("$27.00 to $30.00");
  });

  test("says what may cost more, and what costs more", () => {
    expect(sayRange({ currentCostUsd: 12, projectedCostUsd: 11.5, monthlySavingUsd: 0.5 })).toBe(
      "up to $2.00",
    );
    expect(sayRange({ currentCostUsd: 5, projectedCostUsd: 11.5, monthlySavingUsd: -6.5 })).toBe(
      "costs $5.00 to $8.00 more",
    );
  });
});

describe("a trial", () => {
  const begunAt = "2026-11-24T12:00:00Z";
  test.each([
    [0, 0, "Since 24 Nov: no task yet."],
    [1, 0, "Since 24 Nov: 1 task, 0 reached its goal."],
    [3, 2, "Since 24 Nov: 3 tasks, 2 reached their goal."],
  ])("of %p tasks says what came of them", (subSessions, reached, said) => {
    expect(sayTrial({ begunAt, subSessions, reached })).toBe(said);
  });
});
