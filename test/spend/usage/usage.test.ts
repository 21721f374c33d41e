import { describe, expect, test } from "bun:test";
import { mainUsage, type UsageKnowledge, usageOf } from "../../../src/spend/usage/usage.ts";
import type { Event } from "../../../src/normaliser/event.ts";
import { snapshotOf, tableOf, tokensOf } from "../../prices/prices.ts";
import { call, edit, prompt, sessionOf } from "../../turns/events.ts";
import { modelUsage } from "./used.ts";

const prices = tableOf(snapshotOf({ plain: { provider: "x", input: 1, output: 10 } }));
const KNOWN: UsageKnowledge = { agent: "codex", intent: "fix", repairs: 0, prices };
const TOKENS = tokensOf({ input: 1_000, output: 200 });

function usedIn(...events: Event[]) {
  const [first] = sessionOf(events).subSessions;
  if (first === undefined) throw new Error("no sub-session");
  return usageOf(first, KNOWN);
}

describe("a sub-session's usage", () => {
  test("keeps models, efforts and helpers apart", () => {
    const used = usedIn(
      prompt(0, "Add a cart"),
      call(1, 2, { model: "plain", effort: "high", tokens: TOKENS }),
      call(3, 4, { model: "plain", effort: "low", tokens: TOKENS }),
      call(5, 6, { model: "plain", effort: "high", tokens: TOKENS }),
      call(7, 8, { model: "plain", helper: true, tokens: TOKENS }),
      edit(9, "src/cart.ts"),
    );
    expect(
      used.models.map(({ model, effort, helper, calls, cost }) => [model, effort, helper, calls, cost]),
    ).toEqual([
      ["plain", "high", false, 2, 6_000],
      ["plain", "low", false, 1, 3_000],
      ["plain", null, true, 1, 3_000],
    ]);
    expect(used.models[0]?.bands).toEqual([[0, 2_000, 400, 0, 0]]);
  });

  test("counts calls without a price, and calls without tokens", () => {
    const used = usedIn(
      prompt(0, "Add a cart"),
      call(1, 2, { model: "secret", tokens: TOKENS }),
      call(3, 4, { model: "secret", tokens: tokensOf({}), reportedCost: 70 }),
      call(5, 6, { model: "secret", tokens: tokensOf({}) }),
    );
    expect(used.models).toMatchObject([{ model: "secret", calls: 2, unpriced: 1, tokenless: 1, cost: 70 }]);
  });

  test("does not count while it goes on, or when too little happened", () => {
    expect(usedIn(prompt(0, "Add a cart"), call(1, 2)).counts).toBe(false);
  });
});

describe("the model that did the work", () => {
  test("is the one on which most was spent, whatever helpers cost", () => {
    const models = [
      modelUsage({ model: "a", cost: 5 }),
      modelUsage({ model: "b", cost: 7 }),
      modelUsage({ model: "c", cost: 9, helper: true }),
    ];
    expect(mainUsage({ models })?.model).toBe("b");
  });

  test("is the one called most where nothing has a price, and nobody where nothing was called", () => {
    const models = [
      modelUsage({ model: "a", cost: 0, calls: 1 }),
      modelUsage({ model: "b", cost: 0, calls: 2 }),
    ];
    expect(mainUsage({ models })?.model).toBe("b");
    expect(mainUsage({ models: [] })).toBeNull();
  });
});
