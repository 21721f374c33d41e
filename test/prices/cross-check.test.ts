import { describe, expect, test } from "bun:test";
import { checkCost, compareCosts } from "../../src/prices/cross-check.ts";
import { bundledPrices } from "../../src/prices/snapshot.ts";
import { tableOf, tokensOf } from "./prices.ts";

describe("two costs", () => {
  test("cannot be compared when nothing was reported and something computed", () => {
    expect(compareCosts(0, 5)).toBeNull();
  });

  test("differ by a share of the reported one", () => {
    expect(compareCosts(100, 110)).toBeCloseTo(0.1);
    expect(compareCosts(100, 90)).toBeCloseTo(-0.1);
    expect(compareCosts(0, 0)).toBe(0);
  });
});

describe("the snapshot against a call that Claude Code 2.1.294 sent", () => {
  const table = tableOf(bundledPrices);
  // Captured 2026-10-08: cost_usd 0.00276519, cost_usd_micros 2765.
  const call = {
    model: "claude-haiku-5-5",
    tokens: tokensOf({ input: 2, output: 4, cacheRead: 9_179, cacheCreation: 13_356 }),
    reportedCost: 2_765,
  };

  test("gives the same cost to the micro-dollar, with the cache kept for an hour", () => {
    expect(checkCost(table, call)).toEqual({
      reported: 2_765,
      computed: 2_765,
      difference: 0,
      cacheLifetime: "long",
    });
  });

  test("distinguishes a cache that is kept as usual from one kept for an hour", () => {
    const usual = checkCost(table, { ...call, reportedCost: 1_763 });
    expect(usual).toMatchObject({ computed: 1_763, cacheLifetime: "usual" });
  });

  test("says nothing where either side is missing", () => {
    expect(checkCost(table, { ...call, reportedCost: null })).toBeNull();
    expect(checkCost(table, { ...call, model: "claude-haiku-99" })).toBeNull();
  });
});
