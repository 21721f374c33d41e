import { describe, expect, test } from "bun:test";
import {
  costOfMonth,
  mayBeAsked,
  type Model,
  sayModel,
} from "../../../../embedded/dashboard/pages/settings/model/model-data.ts";

const model: Model = {
  model: "qwen3-coder",
  offline: false,
  underWay: 0,
  concurrency: 8,
  month: { calls: 12, inputTokens: 9_000, outputTokens: 900, costUsd: 0.5, unpricedCalls: 0 },
  budget: { usd: null, tokens: null },
  resetsAt: "2026-12-01T00:00:00Z",
  lastCall: null,
  lastAnsweredAt: null,
};

describe("the judge model in a sentence", () => {
  test("says that none is set, and how much waits", () => {
    const none = { ...model, model: null };
    expect(sayModel(none, 1063)).toBe(
      "No judge model is set: 1,063 prompts wait, and everything else works.",
    );
    expect(sayModel(none, 1)).toContain("1 prompt waits");
    expect(mayBeAsked(none)).toBe(false);
  });

  test("says that the settings forbid it", () => {
    expect(sayModel({ ...model, offline: true }, 0)).toContain("the setting offline forbids");
    expect([mayBeAsked({ ...model, offline: true }), mayBeAsked(null)]).toEqual([false, false]);
  });

  test("says how often it was asked, and for how much", () => {
    expect(sayModel(model, 0)).toBe("qwen3-coder was asked 12 times this month, for $0.50.");
    expect(sayModel({ ...model, month: { ...model.month, calls: 0 } }, 0)).toContain("not asked this month");
    expect(mayBeAsked(model)).toBe(true);
  });

  test("says that the cost is not known when none of its calls has a price", () => {
    const month = { ...model.month, costUsd: 0, unpricedCalls: 12 };
    expect(sayModel({ ...model, month }, 0)).toBe(
      "qwen3-coder was asked 12 times this month; what that cost is not known.",
    );
    expect(costOfMonth(month)).toBeNull();
    expect(costOfMonth({ ...month, costUsd: 0.2, unpricedCalls: 11 })).toBe("$0.20");
    expect(costOfMonth({ ...month, calls: 0, unpricedCalls: 0 })).toBe("$0.00");
  });
});
