import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import {
  sayLevels,
  sayWeakest,
  weakestInput,
  weighedInputs,
} from "../../../../embedded/dashboard/pages/developer/developer-data.ts";
import { sayMissing } from "../../../../embedded/dashboard/pages/developer/missing.ts";

import type { ScoreRow } from "../../../../src/scores/answer.ts";

const ROW: ScoreRow = {
  developer: { id: "ada", name: "Ada", email: null, source: "bound" },
  periodStart: "2026-10-23T00:00:00Z",
  periodEnd: "2026-11-22T00:00:00Z",
  state: "scored",
  speed: 54,
  skill: 50.1,
  efficiency: 46,
  interval: { speed: [48, 60], skill: [51, 55], efficiency: [40, 49] },
  change: null,
  skillInputs: { sse: 54.4, pes: null, ie: 53, crr: null, fc: 26.4 },
  coverage: 0.7,
  subSessions: 61,
  provisional: 0,
  turns: 455,
  missing: {
    scoreableSubSessions: 0,
    reasons: [
      { input: "pes", reason: "not_judged", remedy: "Set a model." },
      { input: "crr", reason: "too_few", remedy: "More work will bring it." },
      { input: "speed", reason: "too_few", remedy: "More work will bring it." },
    ],
  },
  scoringVersion: "1",
};

const LEARNING: ScoreRow = {
  ...ROW,
  state: "learning",
  speed: null,
  skill: null,
  efficiency: null,
  interval: null,
  skillInputs: null,
  coverage: null,
  subSessions: 1,
};

describe("the inputs of Skill", () => {
  test("have parts that together are Skill, whatever has no value", () => {
    const parts = weighedInputs(ROW).map(({ part }) => part ?? 0);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo((45 * 54.4 + 15 * 53 + 10 * 26.4) / 70, 9);
    expect(weighedInputs(ROW).map(({ id }) => id)).toEqual(["sse", "pes", "ie", "crr", "fc"]);
  });

  test("the weakest is what would bring Skill most points at as usual", () => {
    const skillInputs = { sse: 45, pes: 40, ie: 60, crr: 10, fc: 49 };
    expect(weakestInput(weighedInputs({ ...ROW, skillInputs }))?.id).toBe("crr");
    expect(weakestInput(weighedInputs({ ...ROW, skillInputs: { ...skillInputs, crr: 30 } }))?.id).toBe("sse");
    expect(sayWeakest(weighedInputs(ROW))).toBe(
      "Flow continuity holds Skill down most: at 50 instead of 26.4, Skill would be 3.4 points higher.",
    );
  });

  test("none is the weakest where none is below 50", () => {
    const skillInputs = { sse: 55, pes: null, ie: 50, crr: null, fc: null };
    expect(sayWeakest(weighedInputs({ ...ROW, skillInputs }))).toBe("No input with a value is below 50.");
  });
});

describe("the sentence above the scores", () => {
  test("says clearly only what the intervals say", () => {
    expect(sayLevels(ROW, 30)).toBe(
      "Skill is clearly above the baseline. Efficiency is clearly below the baseline. " +
        "Speed is not clearly different from the baseline.",
    );
    const interval = { speed: null, skill: null, efficiency: null };
    expect(sayLevels({ ...ROW, interval }, 30)).toBe(
      "Speed, Skill and Efficiency are not clearly different from the baseline.",
    );
  });

  test("leaves out a score without a value, and says what is left while it learns", () => {
    expect(sayLevels({ ...ROW, speed: null, efficiency: null }, 30)).toBe(
      "Skill is clearly above the baseline.",
    );
    expect(sayLevels(LEARNING, 30)).toBe(
      "Still learning: 2 more counted tasks, and the first scores appear.",
    );
  });
});

test("what is missing is once for each remedy", () => {
  expect(sayMissing(ROW)).toEqual([
    { names: "Prompt efficiency", remedy: "Set a model." },
    { names: "Context resets and Speed", remedy: "More work will bring it." },
  ]);
  expect(sayMissing({ ...ROW, missing: null })).toEqual([]);
});
