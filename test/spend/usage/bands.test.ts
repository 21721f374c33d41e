import { describe, expect, test } from "bun:test";
import { findModel } from "../../../src/prices/price-table.ts";
import { bundledPrices } from "../../../src/prices/snapshot.ts";
import { bundledLadders } from "../../../src/prices/bundled-ladders.ts";
import {
  type BandTokens,
  addBands,
  bandOf,
  fitsWindow,
  priceOfBands,
} from "../../../src/spend/usage/bands.ts";
import { costOf } from "../../../src/prices/cost.ts";
import { snapshotOf, tableOf, tokensOf } from "../../prices/prices.ts";

const table = tableOf(bundledPrices);

function model(name: string, from = table) {
  const found = findModel(from, name);
  if (found === null) throw new Error(`no price for ${name}`);
  return found;
}

describe("a call's band", () => {
  test("counts everything it read, caches too", () => {
    expect(bandOf(tokensOf({ input: 10_000, cacheRead: 15_000, cacheCreation: 7_000, output: 90_000 }))).toBe(
      0,
    );
    expect(bandOf(tokensOf({ input: 10_001, cacheRead: 15_000, cacheCreation: 7_000 }))).toBe(1);
    const last = bandOf(tokensOf({ input: 1_000_001 }));
    expect(last).toBe(bandOf(tokensOf({ input: 1_000_000 })) + 1);
    expect(bandOf(tokensOf({ input: 1_000_000_000 }))).toBe(last);
  });

  test("is the first for a call that says nothing", () => {
    expect(bandOf(tokensOf({}))).toBe(0);
  });
});

describe("bands", () => {
  test("are added up each for itself", () => {
    const sums: BandTokens[] = [[0, 1, 2, 3, 4]];
    addBands(sums, [
      [0, 10, 20, 30, 40],
      [2, 5, 6, 7, 8],
    ]);
    expect(sums).toEqual([
      [0, 11, 22, 33, 44],
      [2, 5, 6, 7, 8],
    ]);
  });

  test("begin wherever a price of a model that may be recommended changes", () => {
    const names = bundledLadders.flatMap(({ tiers }) => tiers.flatMap(({ models }) => models));
    const bounds = names.flatMap((name) => model(name).above.map(({ tokens }) => tokens));
    const isEnd = (input: number) => bandOf(tokensOf({ input })) < bandOf(tokensOf({ input: input + 1 }));
    expect(bounds.filter((tokens) => !isEnd(tokens))).toEqual([]);
  });

  test.each(["claude-haiku-5-5", "gpt-6.1-terra", "gemini-2.5-pro", "claude-sonnet-5-5"])(
    "cost on %s what its calls cost one by one",
    (name) => {
      const calls = [20_000, 100_000, 100_001, 199_999, 200_001, 272_000, 272_001, 600_000].map((cacheRead) =>
        tokensOf({ input: 0, output: 4_000, cacheRead, cacheCreation: 0 }),
      );
      const bands: BandTokens[] = [];
      for (const tokens of calls)
        addBands(bands, [[bandOf(tokens), 0, tokens.output ?? 0, tokens.cacheRead ?? 0, 0]]);
      const each = calls.map((tokens) => costOf(table, { model: name, tokens }) ?? NaN);
      expect(
        Math.abs(priceOfBands(model(name), bands) - each.reduce((sum, cost) => sum + cost, 0)),
      ).toBeLessThan(5);
    },
  );

  test("are billed at the dearer price where that begins within them", () => {
    const price = { provider: "x", input: 1, output: 1, above: [{ tokens: 50_000, input: 2, output: 2 }] };
    const own = model("odd", tableOf(snapshotOf({ odd: price })));
    expect(priceOfBands(own, [[0, 1_000, 0, 0, 0]])).toBe(1_000);
    expect(priceOfBands(own, [[1, 1_000, 0, 0, 0]])).toBe(2_000);
  });

  test("fit a window that is as wide as their end, and none that is not known", () => {
    const price = { provider: "x", input: 1, output: 1 };
    const own = tableOf(snapshotOf({ wide: { ...price, window: 200_000 }, unknown: price }));
    expect([fitsWindow(model("wide", own), 3), fitsWindow(model("wide", own), 4)]).toEqual([true, false]);
    expect(fitsWindow(model("unknown", own), 0)).toBe(false);
  });
});
