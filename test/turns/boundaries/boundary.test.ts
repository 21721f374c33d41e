import { describe, expect, test } from "bun:test";
import { judgeBoundary } from "../../../src/turns/boundaries/boundary.ts";
import type { BoundaryEvidence, BoundaryJudgement } from "../../../src/turns/boundaries/boundary.ts";
import { expectClose, goldenCases } from "../../golden/cases.ts";

describe("an inferred boundary", () => {
  for (const { input, output } of goldenCases<BoundaryEvidence, BoundaryJudgement>("boundary")) {
    test(`from ${JSON.stringify(input)}`, () => {
      expectClose(judgeBoundary(input), output);
    });
  }
  test("is judged with low confidence where the prompt's text is withheld", () => {
    const evidence: BoundaryEvidence = {
      hasText: false,
      knownWords: 0,
      pathOverlap: 0,
      foreignPaths: false,
      gapMinutes: 0,
      workLanded: true,
      newGoalCue: false,
      referenceCue: false,
    };
    expect(judgeBoundary(evidence).confidence).toBe("low");
    expect(judgeBoundary({ ...evidence, hasText: true }).confidence).toBe("normal");
  });
});
