import { describe, expect, test } from "bun:test";
import { iterationEfficiency } from "../../../src/metrics/iteration/iteration.ts";
import type { Iterations } from "../../../src/metrics/iteration/iteration.ts";
import { contextResetRate } from "../../../src/metrics/resets/resets-score.ts";
import { qualityRetention } from "../../../src/metrics/retention/retention.ts";
import { expectClose, goldenCases } from "../../golden/cases.ts";

type Input = Omit<Iterations, "countedTurns" | "mayHaveWorked"> & {
  nonTrivialTurns: number;
  resets: { good: number; bad: number };
  edits: number;
  retained: number;
};

describe("IE, CRR and QR", () => {
  for (const [index, { input, output }] of goldenCases<Input, object>("ieCrrQr").entries()) {
    test(`golden case ${index}`, () => {
      const measured = {
        ie: iterationEfficiency({ ...input, countedTurns: input.nonTrivialTurns, mayHaveWorked: true }),
        crr: contextResetRate(input.resets.good, input.resets.bad),
        qr: qualityRetention(input),
      };
      expectClose(measured, output);
    });
  }
  const iterations: Iterations = {
    countedTurns: 20,
    repairTurns: 3,
    repairsVisible: true,
    usualRepairShare: 0.15,
    mayHaveWorked: true,
  };
  test("IE is null where no turn counts, where repairs are not visible, and where no call worked", () => {
    expect(iterationEfficiency({ ...iterations, countedTurns: 0, repairTurns: 0 })).toBeNull();
    expect(iterationEfficiency({ ...iterations, repairsVisible: false })).toBeNull();
    expect(iterationEfficiency({ ...iterations, mayHaveWorked: false })).toBeNull();
  });
  test("IE is 50 at the usual share of repairs", () => {
    expect(iterationEfficiency(iterations)).toBeCloseTo(50, 9);
  });
  test("CRR is null without a chance", () => {
    expect(contextResetRate(0, 0)).toBeNull();
  });
});
