import { describe, expect, test } from "bun:test";
import { CHECKS, type CheckId } from "../../../src/rubric/checks.ts";
import { rankMissing } from "../../../src/rubric/lists/missing-checks.ts";
import type { Verdict } from "../../../src/rubric/verdicts.ts";

/** Verdicts that are all "yes", except some. */
function verdicts(changes: Partial<Record<CheckId, Verdict["verdict"]>>): Verdict[] {
  return CHECKS.map(({ id }) => ({ id, verdict: changes[id] ?? "yes", evidence: null }));
}

describe("what prompts lack", () => {
  test("is nothing where every check is passed, and where there is no prompt", () => {
    expect(rankMissing([verdicts({})])).toEqual({ prompts: 1, checks: [] });
    expect(rankMissing([])).toEqual({ prompts: 0, checks: [] });
  });

  test("is ranked by what it costs on the average of all of them", () => {
    const { prompts, checks } = rankMissing([
      verdicts({ acceptance_condition: "no" }),
      verdicts({ acceptance_condition: "no", low_filler: "no" }),
      verdicts({ acceptance_condition: "na" }),
    ]);
    expect(prompts).toBe(3);
    expect(checks.map(({ check, asked, missing }) => [check, asked, missing])).toEqual([
      ["acceptance_condition", 2, 2],
      ["low_filler", 3, 1],
    ]);
    // two of three prompts miss a third of a dimension, which counts 25 %
    expect(checks[0]?.cost).toBeCloseTo((2 * (25 / 3)) / 3, 9);
    expect(checks[1]?.cost).toBeCloseTo(35 / 4 / 3, 9);
  });

  test("leaves out what counts in no dimension", () => {
    expect(rankMissing([verdicts({ asks_to_verify: "no" })]).checks).toEqual([]);
  });
});
