import { describe, expect, test } from "bun:test";
import { recommend } from "../../../src/insights/rightsizing/recommend.ts";
import { bundledPrices } from "../../../src/prices/snapshot.ts";
import type { UsageGroup } from "../../../src/spend/usage/usage-day.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { tableOf } from "../../prices/prices.ts";
import { named } from "../../session-names.ts";

const PRICES = tableOf(bundledPrices);
const OPUS = "claude-opus-5-5";
const SONNET = "claude-sonnet-5-5";

/** Ten easy sub-sessions on Opus, for 40 dollars: two million tokens of output at 20 dollars a million. */
function group(changes: Partial<UsageGroup> = {}): UsageGroup {
  return {
    agent: "claude-code",
    intent: "fix",
    size: "small",
    difficulty: "routine",
    model: OPUS,
    effort: null,
    easy: true,
    known: true,
    widest: 1,
    subSessions: 10,
    reached: 7,
    abandoned: 0,
    turns: 20,
    repairs: 1,
    cost: 40_000_000,
    bands: [[1, 0, 2_000_000, 0, 0]],
    example: { id: "expensive", session: named("s"), cost: 9_000_000 },
    ...changes,
  };
}

function found(groups: UsageGroup[], { days = 30, otherSpend = 0 } = {}) {
  const total = { model: "all", calls: 1, unpriced: 0 };
  const cost = groups.reduce((sum, one) => sum + one.cost, otherSpend);
  return recommend({ groups, waste: [], models: [{ ...total, cost }] }, PRICES, days * DAY);
}

describe("a cheaper model", () => {
  test("is recommended for easy work, at its list prices with an allowance", () => {
    const { recommended, quiet } = found([group()]);
    expect(quiet).toBe(0);
    expect(recommended).toMatchObject([
      {
        kind: "model",
        model: OPUS,
        from: OPUS,
        to: SONNET,
        subSessions: 10,
        grade: "C",
        current: 40_000_000,
      },
    ]);
    expect(recommended[0]?.projected).toBeCloseTo(2 * 10 * 1.15 * 1e6, 0);
    expect(recommended[0]?.monthlySaving).toBeCloseTo(17_000_000, 0);
  });

  test("is held against the list prices of both models, whatever the agent says that the work cost", () => {
    const dearer = found([group({ cost: 60_000_000 })]).recommended;
    expect(dearer).toMatchObject([{ basis: "list_prices", current: 40_000_000, spent: 60_000_000 }]);
    expect(dearer[0]?.monthlySaving).toBeCloseTo(17_000_000, 0);
    // what a list price would take away is no saving either
    expect(found([group({ cost: 15_000_000 })]).recommended[0]?.monthlySaving).toBeCloseTo(17_000_000, 0);
  });

  test("is not for work whose session did something hard", () => {
    expect(found([group({ easy: false })]).recommended).toEqual([]);
  });

  test("is not where a call read more than its window holds", () => {
    const old = { model: "gpt-5.4", agent: "codex", widest: 6 } as const;
    expect(found([group({ ...old, bands: [[6, 0, 4_000_000, 0, 0]] })]).recommended).toEqual([]);
    expect(found([group({ ...old, widest: 5 })]).recommended).toMatchObject([{ to: "gpt-5.4-mini" }]);
  });

  test.each([
    { known: false },
    { model: "grok-4.7" },
    { model: "made-up" },
    { model: null },
    { model: "claude-haiku-5-5" },
  ])("is not for %p", (changes) => {
    expect(found([group(changes)])).toEqual({ recommended: [], quiet: 0 });
  });

  test("is not where it would cost as much", () => {
    expect(found([group({ bands: [] })]).recommended).toEqual([]);
  });

  test("is graded by all work of the kind on both, hard work too", () => {
    const hard = { easy: false, difficulty: "complex" } as const;
    const many = { subSessions: 500, reached: 350 };
    const done = found([group(many), group({ ...hard, model: SONNET, ...many, cost: 1 })]).recommended;
    expect(done).toMatchObject([
      {
        grade: "A",
        matched: { from: { subSessions: 500, reached: 350 }, to: { subSessions: 500, reached: 350 } },
      },
    ]);
  });

  test("is not recommended against the evidence", () => {
    const done = { model: SONNET, subSessions: 40, reached: 5, cost: 1, bands: [] };
    expect(found([group({ subSessions: 40, reached: 36 }), group(done)]).recommended).toEqual([]);
  });

  test("is compared with work of the same kind only", () => {
    const done = { model: SONNET, subSessions: 40, reached: 5, cost: 1, bands: [] };
    for (const other of [{ intent: "docs" }, { size: "large" }, { agent: "opencode" }] as const)
      expect(found([group(), group({ ...done, ...other })]).recommended).toMatchObject([{ grade: "C" }]);
  });

  test("is found under every name of the model that did the work", () => {
    const { recommended } = found([group(), group({ model: "claude-opus-5-5-20261001[1m]" })]);
    expect(recommended).toMatchObject([{ model: OPUS, subSessions: 20 }]);
  });
});

describe("less reasoning", () => {
  const high = {
    effort: "high",
    subSessions: 100,
    reached: 70,
    cost: 100_000_000,
    bands: [[1, 0, 5_000_000, 0, 0]],
  } as {
    effort: string;
    subSessions: number;
    reached: number;
    cost: number;
    bands: UsageGroup["bands"];
  };

  test("is recommended at what the lower effort was seen to cost", () => {
    const low = { ...high, effort: "low", subSessions: 50, reached: 40, cost: 10_000_000 };
    const { recommended } = found([group(high), group(low)]);
    const [effort] = recommended;
    expect(effort).toMatchObject({
      basis: "spent",
      kind: "effort",
      model: OPUS,
      from: "high",
      to: "low",
      grade: "A",
    });
    expect(effort?.projected).toBeCloseTo(100 * 200_000 * 1.15, 3);
  });

  test("is not where the lower effort was hardly tried: what it costs nobody lists", () => {
    const low = { ...high, effort: "low", subSessions: 4, reached: 4, cost: 1, bands: [] };
    expect(found([group(high), group(low)]).recommended).toMatchObject([{ kind: "model" }]);
  });

  test("is not for a word that says no effort, or for none", () => {
    const odd = { ...high, effort: "turbo" };
    const low = { ...high, effort: "low", cost: 1, bands: [] };
    expect(found([group(odd), group(low)]).recommended).toMatchObject([{ kind: "model" }]);
    expect(found([group({ ...high, effort: null }), group(low)]).recommended).toMatchObject([
      { kind: "model" },
    ]);
  });
});

describe("a stronger model", () => {
  const failing = { model: SONNET, abandoned: 2, turns: 20, repairs: 8, easy: false };

  test("is recommended where 40 % of the turns repair and two sub-sessions were given up", () => {
    const { recommended } = found([group(failing)]);
    expect(recommended).toMatchObject([{ kind: "tier_up", from: SONNET, to: OPUS, grade: "C" }]);
    expect(recommended[0]?.projected).toBeCloseTo(2 * 20 * 1.15 * 1e6, 0);
    expect(recommended[0]?.monthlySaving).toBeLessThan(0);
  });

  test.each([{ abandoned: 1 }, { repairs: 7 }, { model: "gpt-5.4" }])("is not with %p", (changes) => {
    const { recommended } = found([group({ ...failing, ...changes })]);
    expect(recommended.filter(({ kind }) => kind === "tier_up")).toEqual([]);
  });

  test("is not for work without a turn that could repair anything", () => {
    expect(found([group({ ...failing, turns: 0, repairs: 0 })]).recommended).toEqual([]);
  });

  test("goes before a cheaper one for the same work", () => {
    expect(found([group({ ...failing, easy: true })]).recommended).toMatchObject([{ kind: "tier_up" }]);
  });

  test("is not where it was tried and reached less", () => {
    const tried = { model: OPUS, subSessions: 40, reached: 4, easy: false, cost: 1 };
    expect(found([group({ ...failing, subSessions: 40, reached: 30 }), group(tried)]).recommended).toEqual(
      [],
    );
  });
});

describe("what is reported", () => {
  test("is what saves 5 dollars a month or more", () => {
    const share = (scale: number) =>
      group({ cost: 40_000_000 * scale, bands: [[1, 0, 2_000_000 * scale, 0, 0]] });
    expect(found([share(0.3)]).recommended).toHaveLength(1);
    expect(found([share(0.29)])).toMatchObject({ recommended: [], quiet: 1 });
  });

  test("is what saves 3 % of the spend or more", () => {
    expect(found([group()], { otherSpend: 520_000_000 }).recommended).toHaveLength(1);
    expect(found([group()], { otherSpend: 530_000_000 })).toMatchObject({ recommended: [], quiet: 1 });
  });

  test("is put together from kinds of work that are each too small", () => {
    const small = { cost: 8_000_000, bands: [[1, 0, 400_000, 0, 0]] as UsageGroup["bands"] };
    const { recommended, quiet } = found([
      group(small),
      group({ ...small, intent: "docs" }),
      group({ ...small, intent: "test", size: "medium" }),
    ]);
    expect(quiet).toBe(0);
    expect(recommended).toMatchObject([
      { segment: { intent: null, size: null }, subSessions: 30, grade: "C" },
    ]);
  });

  test("is scaled to thirty days, of windows under a week as if they were one", () => {
    expect(found([group()], { days: 15 }).recommended[0]?.monthlySaving).toBeCloseTo(34_000_000, 0);
    expect(found([group()], { days: 1 }).recommended[0]?.monthlySaving).toBeCloseTo((17_000_000 * 30) / 7, 0);
  });

  test("is nothing without data", () => {
    expect(found([])).toEqual({ recommended: [], quiet: 0 });
  });

  test("is the same whatever the order of the data", () => {
    const groups = [group(), group({ model: SONNET, subSessions: 30, reached: 20 }), group({ intent: null })];
    const recommended = (all: UsageGroup[]) =>
      found(all).recommended.map(({ from, to, projected, grade }) => ({ from, to, projected, grade }));
    expect(new Set(recommended(groups.toReversed()).map((one) => JSON.stringify(one)))).toEqual(
      new Set(recommended(groups).map((one) => JSON.stringify(one))),
    );
  });
});
