import { describe, expect, test } from "bun:test";
import { shippedBaselines, tokenBaseline, valueOf } from "../../../src/metrics/baselines/baseline.ts";
import type { Baselines } from "../../../src/metrics/baselines/baseline.ts";
import { learnBaselines, type Observation } from "../../../src/metrics/baselines/learning/learn-baselines.ts";
import { pullMean, pullMedian, pullRepairShare } from "../../../src/metrics/baselines/learning/pull.ts";
import { measureSse } from "../../../src/metrics/efficiency/sse.ts";
import { expectClose, goldenCases } from "../../golden/cases.ts";

interface Input {
  bucket: number;
  observedTokens: number[];
  gatedRaw: number[];
  qr: number[];
  repairShares: number[];
}
interface Output {
  tokens: number;
  m: number;
  qrReference: number;
  repairShare: number;
}

describe("learned values", () => {
  for (const [index, { input, output }] of goldenCases<Input, Output>("baseline").entries()) {
    test(`golden case ${index}`, () => {
      const learned = {
        tokens: pullMedian(input.observedTokens, valueOf(shippedBaselines.tokens, input.bucket)),
        m: pullMean(input.gatedRaw, shippedBaselines.m),
        qrReference: pullMean(input.qr, shippedBaselines.qrReference),
        repairShare: pullRepairShare(input.repairShares),
      };
      expectClose(learned, output);
    });
  }
  test("keep the repair share above a twentieth", () => {
    expect(pullRepairShare(Array<number>(1_000).fill(0))).toBe(0.05);
  });
});

function observation(tokens: number, agent: Observation["agent"] = "codex"): Observation {
  return {
    bucket: 3,
    agent,
    actual: { tokens, turns: 2, humanSeconds: 90 },
    outcome: "reached",
    quality: 90,
    repairShare: 0.1,
  };
}

describe("learned baselines", () => {
  test("are the shipped ones where nothing was observed", () => {
    expect(learnBaselines([])).toEqual(shippedBaselines);
  });
  test("move only in the buckets and for the agents that were seen", () => {
    const learned = learnBaselines(Array.from({ length: 40 }, () => observation(400_000)));
    expect(valueOf(learned.tokens, 2)).toBe(valueOf(shippedBaselines.tokens, 2));
    expect(valueOf(learned.tokens, 3)).toBeGreaterThan(350_000);
    expect(tokenBaseline(learned, 3, "gemini")).toBe(valueOf(learned.tokens, 3));
    expect(tokenBaseline(learned, 3, "codex")).toBeGreaterThan(valueOf(learned.tokens, 3));
  });
  test("put the organization's mean SSE near 50", () => {
    const observations = Array.from({ length: 200 }, (_, index) => observation(100_000 * 1.01 ** index));
    const learned: Baselines = learnBaselines(observations);
    const scores = observations.map(({ actual }) =>
      measureSse(
        {
          bucket: 3,
          agent: "codex",
          calls: { succeeded: 1, unknown: 0 },
          usage: { input: actual.tokens, output: 0, cacheRead: 0, cacheCreation: 0 },
          nonTrivialTurns: 2,
          humanGapsSeconds: [90],
          outcome: "reached",
        },
        learned,
      ),
    );
    const mean = scores.reduce((sum, { sse }) => sum + (sse ?? 0), 0) / scores.length;
    expect(Math.abs(mean - 50)).toBeLessThan(3);
  });
});
