import { describe, expect, test } from "bun:test";
import type { Effort } from "../../../src/metrics/efficiency/axes.ts";
import { shippedBaselines } from "../../../src/metrics/baselines/baseline.ts";
import { measureSse } from "../../../src/metrics/efficiency/sse.ts";
import type { SseMeasurement } from "../../../src/metrics/efficiency/sse.ts";
import type { Outcome } from "../../../src/turns/outcomes/outcome-kind.ts";
import { expectClose, goldenCases } from "../../golden/cases.ts";

type Input = Effort & { successfulCalls: number; outcome: Outcome; m: number };

describe("SSE", () => {
  for (const [index, { input, output }] of goldenCases<Input, SseMeasurement>("sse").entries()) {
    test(`golden case ${index}: ${input.outcome}`, () => {
      const effort = {
        ...input,
        agent: "other",
        calls: { succeeded: input.successfulCalls, unknown: 0 },
      } as const;
      expectClose(measureSse(effort, { ...shippedBaselines, m: input.m }), output);
    });
  }
  const effort: Effort & { outcome: Outcome } = {
    bucket: 2,
    agent: "opencode",
    calls: { succeeded: 3, unknown: 0 },
    usage: { input: 1_000, output: 200, cacheRead: null, cacheCreation: null },
    nonTrivialTurns: 2,
    humanGapsSeconds: [4],
    outcome: "reached",
  };
  test("misses the token axis when a call's result is unknown", () => {
    const measured = measureSse({ ...effort, calls: { succeeded: 3, unknown: 1 } }, shippedBaselines);
    expect(measured.axes.t).toBeNull();
    expect(measured.sse).not.toBeNull();
  });
  test("misses the token axis where no call reports a number", () => {
    const usage = { input: null, output: null, cacheRead: null, cacheCreation: null };
    expect(measureSse({ ...effort, usage }, shippedBaselines).actual.tokens).toBeNull();
  });
  test("takes human time as twenty seconds at least", () => {
    expect(measureSse(effort, shippedBaselines).actual.humanSeconds).toBe(20);
  });
  test("is 50 when everything was as usual", () => {
    const usual = { ...shippedBaselines, m: 0 };
    const gaps = [usual.humanSeconds[2] ?? 0];
    const measured = measureSse(
      { ...effort, usage: null, nonTrivialTurns: 0, humanGapsSeconds: gaps },
      usual,
    );
    expect(measured.sse).toBeCloseTo(50, 9);
  });
});
