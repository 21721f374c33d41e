import { describe, expect, test } from "bun:test";
import { spendByModel } from "../../src/spend/spend.ts";
import { snapshotOf, tableOf } from "../prices/prices.ts";
import { call, prompt, turnsOf } from "../turns/events.ts";

const TABLE = tableOf(snapshotOf({ plain: { provider: "x", input: 2, output: 10 } }));
const TOKENS = { input: 1_000, output: null, cacheRead: null, cacheCreation: null };
const UNTOLD = { ...TOKENS, input: null };

describe("a session's spend", () => {
  test("adds what is priced and counts what is not, model by model", () => {
    const models = ["zeta", "plain", "alpha", "zeta", null, "plain"];
    const calls = models.map((model, index) => call(index, index + 1, { model, tokens: TOKENS }));
    const spends = spendByModel(turnsOf(prompt(0, "Add a cart"), calls), TABLE);
    expect(
      spends.map(({ model, calls: counted, unpricedCalls, cost }) => [model, counted, unpricedCalls, cost]),
    ).toEqual([
      ["zeta", 2, 2, 0],
      ["plain", 2, 0, 4_000],
      ["alpha", 1, 1, 0],
      [null, 1, 1, 0],
    ]);
  });

  test("leaves out calls that have neither tokens nor a cost", () => {
    const calls = [call(0, 1, { model: "plain", tokens: UNTOLD })];
    expect(spendByModel(turnsOf(prompt(0, "Add a cart"), calls), TABLE)).toEqual([]);
  });
});
