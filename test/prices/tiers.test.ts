import { describe, expect, test } from "bun:test";
import { comparableName } from "../../src/prices/model-name.ts";
import { findModel } from "../../src/prices/price-table.ts";
import { bundledPrices } from "../../src/prices/snapshot.ts";
import { bundledLadders } from "../../src/prices/bundled-ladders.ts";
import { type Rung, rungOf } from "../../src/prices/tiers.ts";
import { snapshotOf, tableOf } from "./prices.ts";

const table = tableOf(bundledPrices);

function rung(name: string): Rung | null {
  const model = findModel(table, name);
  if (model === null) throw new Error(`no price for ${name}`);
  return rungOf(table, model);
}

function names(found: Rung | null): (string | null)[] {
  return [found?.down?.name ?? null, found?.up?.name ?? null];
}

describe("a model's tier", () => {
  test.each([
    ["claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5-1"],
    ["claude-opus-4-5-20251101", "claude-sonnet-5-5", "claude-fable-5-1"],
    ["gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-astra"],
    ["gpt-5.4", "gpt-5.4-mini", null],
    ["gemini-2.5-pro", "gemini-3.8-flash", null],
    ["claude-haiku-5-5", null, "claude-sonnet-5-5"],
    [
      "us-gov.anthropic.claude-opus-5-5",
      "us-gov.anthropic.claude-sonnet-5-5",
      "us-gov.anthropic.claude-fable-5-1",
    ],
  ])("of %s has %p below it and %p above it", (name, down, up) => {
    expect(names(rung(name))).toEqual([down, up]);
  });

  test.each(["grok-4.7", "claude-mythos-5", "gpt-5.3-codex", "gemini-4-argon"])(
    "of %s is not known",
    (name) => {
      expect(rung(name)).toBeNull();
    },
  );

  test("passes over models that have no price", () => {
    const price = { provider: "anthropic", input: 5, output: 25 };
    const few = tableOf(snapshotOf({ "claude-opus-5-5": price, "claude-sonnet-4-5": price }));
    const model = findModel(few, "claude-opus-5-5");
    expect(names(model && rungOf(few, model))).toEqual(["claude-sonnet-4-5", null]);
  });

  test("leads to no other provider, whatever the owner calls a model", () => {
    const few = tableOf(
      snapshotOf({
        "claude-opus-5-5": { provider: "anthropic", input: 5, output: 25 },
        "claude-sonnet-5-5": { provider: "in-house", input: 0, output: 0 },
      }),
    );
    const model = findModel(few, "claude-opus-5-5");
    expect(names(model && rungOf(few, model))).toEqual([null, null]);
  });
});

describe("the ladders", () => {
  const models = bundledLadders.flatMap(({ provider, tiers }) =>
    tiers.flatMap((tier) => tier.models.map((name) => ({ provider, name }))),
  );

  test.each(models)("have a price for $name of $provider", ({ provider, name }) => {
    expect(findModel(table, name)?.provider).toBe(provider);
  });

  test("name each model once", () => {
    const all = models.map(({ name }) => comparableName(name));
    expect(new Set(all).size).toBe(all.length);
  });

  test("say where the order comes from", () => {
    expect(bundledLadders.filter(({ source }) => !source.startsWith("https://"))).toEqual([]);
  });

  test("cost more the higher they go, newest model against newest model", () => {
    for (const { tiers } of bundledLadders) {
      const outputs = tiers.map((tier) => findModel(table, tier.models[0] ?? "")?.prices.output ?? 0);
      expect(outputs).toEqual(outputs.toSorted((left, right) => left - right));
    }
  });
});
