import { describe, expect, test } from "bun:test";
import type { SkillInput } from "../../../../src/metrics/metrics.ts";
import { type InputValues, weakestInput } from "../../../../src/insights/advisor/writing/weakest-input.ts";

const NONE: InputValues = { sse: null, pes: null, ie: null, crr: null, fc: null };
const NO_REST: ReadonlySet<SkillInput> = new Set();

describe("the weakest input", () => {
  test("is none where nothing is known, and where nothing is under 50", () => {
    expect(weakestInput(NONE, NO_REST)).toBeNull();
    expect(weakestInput({ ...NONE, sse: 50, ie: 70, fc: 100 }, NO_REST)).toBeNull();
  });

  test("is the one with the largest W·(50 − x), not the lowest", () => {
    expect(weakestInput({ sse: 40, pes: 30, ie: 20, crr: 10, fc: 6 }, NO_REST)).toBe("sse");
    expect(weakestInput({ sse: 41, pes: 30, ie: 20, crr: 10, fc: 4 }, NO_REST)).toBe("fc");
  });

  test("of equal ones is the one that weighs more", () => {
    expect(weakestInput({ ...NONE, crr: 30, pes: 40 }, NO_REST)).toBe("pes");
  });

  test("is the next one while an input rests", () => {
    expect(weakestInput({ ...NONE, sse: 10, ie: 40 }, new Set(["sse"]))).toBe("ie");
    expect(weakestInput({ ...NONE, sse: 10 }, new Set(["sse"]))).toBeNull();
  });
});
