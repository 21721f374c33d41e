import { describe, expect, test } from "bun:test";
import { costOf } from "../../src/prices/cost.ts";
import { snapshotOf, tableOf, tokensOf } from "./prices.ts";

const TABLE = tableOf(
  snapshotOf({
    plain: { provider: "x", input: 2, output: 10 },
    cached: { provider: "x", input: 2, output: 10, cacheRead: 0.2, cacheCreation: 2.5, cacheCreationLong: 4 },
    tiered: {
      provider: "x",
      input: 1,
      output: 5,
      above: [
        { tokens: 128_000, input: 3, output: 15, cacheRead: 0.3 },
        { tokens: 32_000, input: 2, output: 10 },
      ],
    },
    fine: { provider: "x", input: 0.000001, output: 0.5 },
    dear: { provider: "x", input: 0, output: 99_999.999999 },
    free: { provider: "x", input: 0, output: 0 },
  }),
);

describe("a call has no cost", () => {
  test("when its model is unknown to the table, or to us", () => {
    expect(costOf(TABLE, { model: "other", tokens: tokensOf({ input: 1 }) })).toBeNull();
    expect(costOf(TABLE, { model: null, tokens: tokensOf({ input: 1 }) })).toBeNull();
  });

  test("when it has no tokens", () => {
    expect(costOf(TABLE, { model: "plain", tokens: tokensOf({}) })).toBeNull();
  });
});

describe("a call's cost", () => {
  const cost = (model: string, tokens: Parameters<typeof tokensOf>[0]) =>
    costOf(TABLE, { model, tokens: tokensOf(tokens) });

  test("is its tokens at their prices", () => {
    expect(cost("plain", { input: 1_000, output: 100 })).toBe(3_000);
    expect(cost("cached", { input: 1, output: 1, cacheRead: 100, cacheCreation: 1_000 })).toBe(2_532);
  });

  test("counts nothing for tokens that are not known, and is 0 for a free model", () => {
    expect(cost("plain", { output: 7 })).toBe(70);
    expect(cost("free", { input: 1_000 })).toBe(0);
  });

  test("bills what goes through a cache as input where the cache has no price", () => {
    expect(cost("plain", { cacheRead: 10, cacheCreation: 10 })).toBe(40);
  });

  test("bills a cache that is kept longer by its own price, or the usual one where there is none", () => {
    const tokens = tokensOf({ cacheCreation: 1_000 });
    expect(costOf(TABLE, { model: "cached", tokens }, "long")).toBe(4_000);
    expect(costOf(TABLE, { model: "plain", tokens }, "long")).toBe(2_000);
  });

  test("is rounded half up, once, at the end", () => {
    expect(cost("fine", { output: 1 })).toBe(1);
    expect(cost("fine", { input: 499_999 })).toBe(0);
    expect(cost("fine", { input: 500_000 })).toBe(1);
    expect(cost("fine", { input: 499_999, output: 1 })).toBe(1);
  });

  test("is exact where a double is not", () => {
    // 1,050,000,099,989.499999: the nearest double of the product is past the half.
    expect(cost("dear", { output: 10_500_001 })).toBe(1_050_000_099_989);
  });

  test("is the same in doubles as in exact integers, close to every rounding", () => {
    const exact = (input: number, output: number) =>
      Number((BigInt(input) * 2_000_000n + BigInt(output) * 10_000_000n + 500_000n) / 1_000_000n);
    for (let power = 0; power < 13; power++)
      for (const beside of [-1, 0, 1]) {
        const count = Math.max(0, 10 ** power + beside);
        expect(cost("plain", { input: count, output: 1 })).toBe(exact(count, 1));
      }
    for (let tokens = 0; tokens < 3_000_000; tokens += 249_999)
      expect(cost("fine", { input: tokens })).toBe(Number((BigInt(tokens) + 500_000n) / 1_000_000n));
    // the last quotient that is no whole number below the limit of doubles
    const input = 9_007_199_253_999_999;
    expect(cost("fine", { input })).toBe(Number((BigInt(input) + 500_000n) / 1_000_000n));
  });

  test("is billed as a whole at the tier that its context passes, caches included", () => {
    expect(cost("tiered", { input: 32_000, output: 1 })).toBe(32_005);
    expect(cost("tiered", { input: 32_001, output: 1 })).toBe(64_012);
    expect(cost("tiered", { input: 1, cacheRead: 30_000, cacheCreation: 2_000 })).toBe(64_002);
    expect(cost("tiered", { input: 1, cacheRead: 128_000 })).toBe(38_403);
  });

  test("passes no tier by its output", () => {
    expect(cost("tiered", { input: 1, output: 200_000 })).toBe(1_000_001);
  });
});
