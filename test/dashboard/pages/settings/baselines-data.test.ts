import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import {
  changedFields,
  fieldsOf,
  sayBaselines,
  sayPrevious,
  typedOf,
  usualFacts,
  usualRows,
  wishOf,
} from "../../../../embedded/dashboard/pages/settings/baselines/baselines-data.ts";
import type { BaselinesAnswer } from "../../../../src/metrics/baselines/baselines-answer.ts";

const baselines: BaselinesAnswer = {
  version: 3,
  source: "learned",
  learnedAt: "2026-10-05T00:00:00Z",
  learnedFrom: { from: "2026-08-10T00:00:00Z", to: "2026-10-05T00:00:00Z" },
  inForceFrom: "2026-10-06T00:00:00Z",
  baseline: "learned",
  previous: null,
  tokens: { new: 61_234.6, on: 45_012.2, change: 51_000, other: 24_000 },
  humanSeconds: { new: 70.12, on: 41.3, change: 55 },
  tokensByAgent: [{ agent: "codex", new: 30_000, on: 20_000, change: 25_000, other: 9_000 }],
  turnsPerChange: 1.1234,
  leastLines: 4.6,
  usualLines: 25,
  usualCalls: 4.04,
  undoneShare: 0.1,
  repairShare: 0.2131,
  m: -0.1,
  reference: { sse: -0.05, speed: -0.06, efficiency: 0.01 },
  notice: null,
};

describe("the baselines in a sentence", () => {
  test("say where they come from and from when on they hold", () => {
    expect(sayBaselines(baselines)).toBe(
      "Version 3 was learned on 5 Oct from your own tasks that closed between 10 Aug and 5 Oct; it is used for work from 6 Oct on.",
    );
    expect(sayBaselines({ ...baselines, source: "set", learnedFrom: null })).toContain(
      "set by an administrator on 5 Oct; it",
    );
    expect(sayBaselines({ ...baselines, source: "shipped", learnedAt: null })).toContain("shipped");
  });

  test("say what lines, calls and shares do", () => {
    const facts = Object.fromEntries(usualFacts(baselines));
    expect(facts["Small change"]).toBe("with fewer than 4.6 changed lines a turn earns in proportion");
    expect(facts["Large change"]).toStartWith("with more than 25 lines and 4 model calls");
    expect(facts["Undone"]).toBe("10 % of the turns that change something");
    expect(facts["Earned of taken"]).toStartWith("94 % in Speed, 101 % in Efficiency");
  });
});

describe("what the baselines were before", () => {
  const {
    inForceFrom: _from,
    learnedFrom: _weeks,
    baseline: _baseline,
    notice: _notice,
    ...values
  } = baselines;
  const previous = { ...values, version: 2, leastLines: 5, tokens: { ...values.tokens, on: 40_000 } };

  test("is said with the version that it was", () => {
    expect(sayPrevious(baselines)).toBeNull();
    expect(sayPrevious({ ...baselines, previous })).toBe("“Before” is version 2, learned on 5 Oct.");
    expect(sayPrevious({ ...baselines, previous: { ...previous, source: "shipped", learnedAt: null } })).toBe(
      "“Before” is the shipped values.",
    );
  });

  test("is next to each usual value, and next to numbers that changed", () => {
    const [, on] = usualRows({ ...baselines, previous }, null);
    expect(on?.before).toEqual({ tokens: 40_000, humanSeconds: 41.3 });
    expect(usualRows({ ...baselines, previous }, "codex")[1]?.before?.tokens).toBe(20_000);
    expect(usualRows(baselines, null)[1]?.before).toBeNull();
    const facts = Object.fromEntries(usualFacts({ ...baselines, previous }));
    expect(facts["Small change"]).toStartWith("with fewer than 4.6 (before: 5) changed lines");
    expect(facts["Undone"]).toBe("10 % of the turns that change something");
  });
});

describe("the usual of each kind", () => {
  test("is that of all agents, with the tokens of the agent that is asked for", () => {
    expect(usualRows(baselines, null).map(({ tokens }) => tokens)).toEqual([
      61_234.6, 45_012.2, 51_000, 24_000,
    ]);
    expect(usualRows(baselines, "codex")[0]).toMatchObject({
      kind: "new",
      tokens: 30_000,
      humanSeconds: 70.12,
    });
    expect(usualRows(baselines, "qwen")[0]?.tokens).toBe(61_234.6);
  });

  test("has no human time where a turn changes nothing", () => {
    expect(usualRows(baselines, null)[3]?.humanSeconds).toBeNull();
  });
});

describe("a changed form", () => {
  const goesOn = { part: "on", agent: null } as const;
  const every = { part: "every", agent: null } as const;

  test("has a field for each number of its part, and a value for each field", () => {
    for (const part of ["new", "on", "change", "other", "every"] as const) {
      const names = fieldsOf(part, null).map(({ name }) => name);
      expect(Object.keys(typedOf(baselines, { part, agent: null })).toSorted()).toEqual(names.toSorted());
    }
  });

  test("asks for nothing when nothing was changed, although it shows fewer digits", () => {
    const before = typedOf(baselines, goesOn);
    expect(before).toEqual({ tokens: "45012", humanSeconds: "41.3" });
    expect(wishOf(before, { ...before }, goesOn)).toBeNull();
  });

  test("asks only for what was changed, of the kind that it shows", () => {
    const before = typedOf(baselines, goesOn);
    expect(wishOf(before, { ...before, tokens: "50000" }, goesOn)).toEqual({ tokens: { on: 50_000 } });
    expect(wishOf(before, { ...before, humanSeconds: "44" }, goesOn)).toEqual({ humanSeconds: { on: 44 } });
  });

  test("sets the tokens of one agent where one is chosen", () => {
    const target = { part: "on", agent: "codex" } as const;
    const before = typedOf(baselines, target);
    expect(before.tokens).toBe("20000");
    expect(wishOf(before, { ...before, tokens: "21000" }, target)).toEqual({
      tokensByAgent: [{ agent: "codex", on: 21_000 }],
    });
  });

  test("takes what is usually earned in percent", () => {
    const before = typedOf(baselines, every);
    expect(before).toMatchObject({ m: "90.5", speed: "94.2", repairShare: "0.213" });
    const wish = wishOf(before, { ...before, repairShare: "0.25", m: "100", speed: "90" }, every);
    expect(wish).toEqual({ repairShare: 0.25, m: 0, reference: { speed: Math.log(0.9) } });
  });
});

test("a changed form shows what it would set, old and new", () => {
  const target = { part: "new", agent: null } as const;
  const before = typedOf(baselines, target);
  const fields = fieldsOf("new", null);
  expect(changedFields(fields, before, before)).toEqual([]);
  expect(changedFields(fields, before, { ...before, tokens: "70000" })).toEqual([
    { title: "Usual tokens", from: "61235", to: "70000" },
  ]);
});
