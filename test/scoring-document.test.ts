/** What docs/scoring.md says is what the program does: its examples are computed, its sections are those sources name. */
import { describe, expect, test } from "bun:test";
import { ALLOWANCE } from "../src/insights/rightsizing/candidate.ts";
import { priceElsewhere } from "../src/insights/rightsizing/price-elsewhere.ts";
import { NOTHING, presentAxes, scoreOf, weigh } from "../src/metrics/accounts/sums.ts";
import { type AccountTurn, accountForTurn } from "../src/metrics/accounts/turn-account.ts";
import { shippedBaselines } from "../src/metrics/baselines/baseline.ts";
import { pulledMean } from "../src/metrics/baselines/learning/middles.ts";
import { flowContinuity } from "../src/metrics/flow/flow.ts";
import { SCORING_VERSION } from "../src/metrics/version.ts";
import { costOf } from "../src/prices/cost.ts";
import { findModel, loadPriceTable, type PriceTable } from "../src/prices/price-table.ts";
import { bundledPrices } from "../src/prices/snapshot.ts";
import { halfWidthOf, placeDays, weightedMean } from "../src/scores/weighted-mean.ts";
import type { Outcome } from "../src/turns/outcomes/outcome-kind.ts";
import { MINUTE } from "../src/vocabulary/units.ts";
import { readSources, readText } from "./sources.ts";

const DOCUMENT = "docs/scoring.md";
const text = readText(DOCUMENT);

interface Example {
  example: string;
  // each example's own shape; what does not fit it fails its computation
  given: never;
  gives: Record<string, number | boolean | string>;
}

const examples = [...text.matchAll(/^```json\n([^]*?)^```/gm)].map(
  ([, json]) => JSON.parse(json ?? "") as Example,
);

type OfAxes = Record<"t" | "n" | "h", number>;

/** How the program computes what each example shows. */
const COMPUTE: Record<string, (given: never) => object> = {
  Turn: (given: Omit<AccountTurn, "nonTrivial">) => {
    const { entries, unit, volume } = accountForTurn(
      { ...given, nonTrivial: true },
      "codex",
      shippedBaselines,
    );
    const { t: tokens, n: turns, h: seconds } = entries;
    return { unit, volume, tokens: tokens?.earned, turns: turns?.earned, seconds: seconds?.earned };
  },
  SSE: ({ earned, took, outcome, m }: { earned: OfAxes; took: OfAxes; outcome: Outcome; m: number }) => {
    const sums = { earned: { ...earned, k: earned.h }, took: { ...took, k: took.h } };
    const weighed = weigh("sse", sums, outcome === "unknown" ? sums : NOTHING);
    if (weighed === null) throw new Error("an example of SSE without tokens or human time");
    const axes = Object.fromEntries(presentAxes(sums, "sse").map(({ axis, value }) => [axis, value]));
    return { ...axes, ...weighed, sse: scoreOf("sse", weighed.shrunk, m) };
  },
  FC: (given: { stretchMinutes: number[]; pieceMinutes: number[] }) => {
    const parts = given.stretchMinutes.map((stretch, index) => ({
      stretch: stretch * MINUTE,
      piece: (given.pieceMinutes[index] ?? 0) * MINUTE,
    }));
    return { fc: flowContinuity(parts)?.fc };
  },
  Baseline: (given: { values: number[]; prior: number }) => ({ mean: pulledMean(given.values, given.prior) }),
  Interval: (given: { values: number[]; weights: number[]; days: number[] }) => {
    const mean = weightedMean(Float64Array.from(given.values), Float64Array.from(given.weights));
    if (mean === null) throw new Error("an interval around nothing");
    return { mean: mean.mean, halfWidth: halfWidthOf(mean, placeDays(Float64Array.from(given.days))) };
  },
  Cost: ({ model, ...tokens }: { model: string } & Record<"input" | "output" | "cacheRead", number>) => ({
    microUsd: costOf(ownPrices(), { model, tokens: { ...tokens, cacheCreation: null } }),
  }),
  Saving: ({ costUsd, elsewhere, output }: { costUsd: number; elsewhere: string; output: number }) => {
    const model = findModel(ownPrices(), elsewhere);
    if (model === null) throw new Error(`no price for ${elsewhere}`);
    const projectedUsd = (priceElsewhere([{ bands: [[0, 0, output, 0, 0]] }], model) * ALLOWANCE) / 1e6;
    return { projectedUsd, savingUsd: costUsd - projectedUsd };
  },
};

/** The prices that the document's own file gives. */
function ownPrices(): PriceTable {
  const file = /^```toml\n([^]*?)^```/m.exec(text)?.[1] ?? "";
  const table = loadPriceTable(bundledPrices, file);
  if (!table.ok) throw new Error(table.problem.message);
  return table.value;
}

describe("the examples of docs/scoring.md", () => {
  test("show each number", () => {
    expect(new Set(examples.map(({ example }) => example))).toEqual(new Set(Object.keys(COMPUTE)));
  });

  test.each(examples.map((one, index) => [`${one.example}, block ${index}`, one] as const))(
    "are what the program computes: %s",
    (_, { example, given, gives }) => {
      const computed = COMPUTE[example]?.(given) as Record<string, unknown>;
      for (const [name, shown] of Object.entries(gives)) {
        if (typeof shown === "number") expect(computed[name]).toBeCloseTo(shown, decimalsOf(shown));
        else expect(computed[name]).toBe(shown);
      }
    },
  );
});

describe("the sources of formulas", () => {
  const named = new Set(
    [...text.matchAll(/^#+ (.+)$|\*\*([^*]+)\*\*/gm)].map(([, title, term]) => title ?? term),
  );

  test("are sections and words of docs/scoring.md", () => {
    const missing = readSources().flatMap(({ path, text: source }) =>
      sectionsIn(source).flatMap((section) => (isNamed(section) ? [] : [`${path}: ${section}`])),
    );
    expect(missing).toEqual([]);
  });

  test("are of the version that rows carry", () => {
    expect(text).toContain(`\`${SCORING_VERSION}\``);
  });

  /** A section's title may say more after the name: "Layer 2: six metrics". */
  function isNamed(section: string): boolean {
    return [...named].some(
      (name) =>
        name === section || (/^[:,]/.test(name?.slice(section.length) ?? "") && name?.startsWith(section)),
    );
  }
});

/** The quoted names behind the document's own, also those after "and": docs/scoring.md, "Size" and "Tool call". */
function sectionsIn(source: string): string[] {
  const prose = source.replace(/\n\s*\*\s*/g, " ");
  return [...prose.matchAll(/docs\/scoring\.md((?:,? (?:and )?(?:\([^)]*\) and )?"[^"]+")+)/g)].flatMap(
    ([, quoted]) => [...(quoted ?? "").matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? ""),
  );
}

function decimalsOf(shown: number): number {
  return String(shown).split(".")[1]?.length ?? 0;
}
