import { describe, expect, test } from "bun:test";
import { sayEarned, sayEvidence } from "../../../embedded/dashboard/words/earned.ts";

const parts = { r: Math.log(0.92), reference: Math.log(0.95) };

describe("what a period earned", () => {
  test("is said of what was taken, next to what is usual", () => {
    expect(sayEarned(parts, "learned")).toBe("Earned 92 % of what was taken; usual here is 95 %");
  });

  test("is held against the shipped value as long as that is used", () => {
    expect(sayEarned(parts, "shipped")).toBe("Earned 92 % of what was taken; the shipped value is 95 %");
  });

  test("says how much of it has a known outcome", () => {
    expect(sayEvidence({ evidence: 0.7 })).toBe(
      "Outcome known for 70 % of what was earned; the rest counts half",
    );
    expect(sayEvidence({ evidence: 1 })).toBe("Outcome known for all that was earned");
  });
});
