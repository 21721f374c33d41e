/** What docs/scoring.md says is what the program does: its examples are computed, its sections are those sources name. */
import { describe, expect, test } from "bun:test";
import { ALLOWANCE } from "../src/insights/rightsizing/candidate.ts";
import { priceElsewhere } from "../src/insights/rightsizing/price-elsewhere.ts";
import { gate } from "../src/metrics/efficiency/outcome-gate.ts";
import { contextResetRate } from "../src/metrics/resets/resets-score.ts";
import { flowContinuity } from "../src/metrics/flow/flow.ts";
import { iterationScore } from "../src/metrics/iteration/iteration.ts";
import { pullMedian } from "../src/metrics/baselines/learning/pull.ts";
import { qualityRetention } from "../src/metrics/retention/retention.ts";
import { scoreAgainst, weigh } from "../src/metrics/efficiency/sse.ts";
import { SCORING_VERSION } from "../src/metrics/version.ts";
import { costOf } from "../src/prices/cost.ts";
import { findModel, loadPriceTable, type PriceTable } from "../src/prices/price-table.ts";
import { bundledPrices } from "../src/prices/snapshot.ts";
import { type CheckId, CHECKS } from "../src/rubric/checks.ts";
import { scoreVerdicts } from "../src/rubric/score.ts";
import { blockOf, gatherScoreable } from "../src/scores/columns.ts";
import { scorePeriod } from "../src/scores/score-period.ts";
import type { MeasuredSubSession } from "../src/scores/sub-session-row.ts";
import { efficiencyOf, speedOf } from "../src/metrics/efficiency/speed-and-efficiency.ts";
import { halfWidthOf, placeDays, weightedMean } from "../src/scores/weighted-mean.ts";
import { judgeBoundary } from "../src/turns/boundaries/boundary.ts";
import type { Outcome } from "../src/turns/outcomes/outcome-kind.ts";
import { sizeOf } from "../src/turns/size.ts";
import { DAY, MINUTE } from "../src/vocabulary/units.ts";
import { BARE } from "./scores/sub-sessions.ts";
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

type Spent = Record<"tokens" | "turns" | "humanSeconds", number>;

/** How the program computes what each example shows. */
const COMPUTE: Record<string, (given: never) => object> = {
  Rubric: (given: Record<"yes" | "no", CheckId[]>) => {
    const verdictOn = (id: CheckId) => (given.yes.includes(id) ? "yes" : given.no.includes(id) ? "no" : "na");
    const { rubric, ...score } = scoreVerdicts(
      CHECKS.map(({ id }) => ({ id, verdict: verdictOn(id), evidence: null })),
    );
    return { ...rubric, ...score };
  },
  Size: (given: Parameters<typeof sizeOf>[0]) => sizeOf(given),
  Boundary: (given: Parameters<typeof judgeBoundary>[0]) => judgeBoundary(given),
  SSE: (given: { outcome: Outcome; usual: Spent; actual: Spent; m: number }) => {
    const axis = (name: keyof Spent) => Math.log(given.usual[name] / given.actual[name]);
    const axes = { t: axis("tokens"), n: axis("turns"), h: axis("humanSeconds") };
    const sum = gate(weigh(axes) ?? NaN, given.outcome);
    return { ...axes, sum, sse: scoreAgainst(given.m, sum) };
  },
  IE: (given: { repairTurns: number; nonTrivialTurns: number; usualRepairShare: number }) => ({
    ie: iterationScore(given.repairTurns, given.nonTrivialTurns, given.usualRepairShare),
  }),
  CRR: (given: { good: number; bad: number }) => ({ crr: contextResetRate(given.good, given.bad) }),
  FC: (given: { stretchMinutes: number[]; pieceMinutes: number[] }) => {
    const parts = given.stretchMinutes.map((stretch, index) => ({
      stretch: stretch * MINUTE,
      piece: (given.pieceMinutes[index] ?? 0) * MINUTE,
    }));
    return { fc: flowContinuity(parts)?.fc };
  },
  QR: (given: { edits: number; retained: number }) => ({ qr: qualityRetention(given) }),
  Baseline: (given: { tokens: number[]; shipped: number }) => ({
    learned: pullMedian(given.tokens, given.shipped),
  }),
  Skill: (given: Partial<MeasuredSubSession>) => {
    const rows = [0, 1, 2].map((day) => ({ ...BARE, ...given, startedAt: day * DAY }));
    const { coverage, skill } = scorePeriod(gatherScoreable([blockOf(rows)], { start: 0, end: Infinity }));
    return { coverage, skill };
  },
  Speed: ({ h, ...given }: Partial<MeasuredSubSession> & { h: number }) => ({
    speed: speedOf({ ...BARE, ...given, axes: { t: null, n: null, h } }),
  }),
  Efficiency: ({ t, n, ...given }: Partial<MeasuredSubSession> & { t: number; n: number }) => ({
    efficiency: efficiencyOf({ ...BARE, ...given, axes: { t, n, h: null } }),
  }),
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
