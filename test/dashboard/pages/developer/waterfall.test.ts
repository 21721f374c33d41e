import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import {
  type Compared,
  sizeOf,
  type Waterfall,
  waterfallOf,
  worstStep,
} from "../../../../embedded/dashboard/pages/developer/why/waterfall.ts";

const NO_AXIS = { actual: null, earned: null, axis: null, weight: null };

const ROW = {
  state: "scored",
  speed: 61.24,
  efficiency: 44.05,
  skill: 3820 / 90,
  change: null,
  skillInputs: { sse: 40.8, pes: 44.1, ie: 38.2, crr: null, fc: 52.9 },
  breakdown: {
    sse: null,
    speed: {
      axes: { tokens: NO_AXIS, turns: NO_AXIS, humanTime: { actual: 10, earned: 11, axis: 0.1, weight: 1 } },
      evidence: 0.8,
      r: 0.13,
      reference: -0.05,
    },
    efficiency: {
      axes: {
        tokens: { actual: 10, earned: 6, axis: -0.5, weight: 0.6 },
        turns: { actual: 10, earned: 12, axis: 0.2, weight: 0.4 },
        humanTime: NO_AXIS,
      },
      evidence: 1,
      r: -0.22,
      reference: -0.05,
    },
  },
} as unknown as ScoreRow;

const of = "organization" as const;
const MEDIANS: Compared = {
  skill: 51.2,
  inputs: {
    sse: { value: 50.2, of },
    pes: { value: 51.1, of },
    ie: { value: 56, of },
    crr: null,
    fc: { value: 26, of },
  },
};
const NO_MEDIANS: Compared = { skill: null, inputs: { sse: { value: 45, of: "own" } } };

function stepsOf(waterfall: Waterfall | null): Waterfall["steps"] {
  return waterfall?.steps ?? [];
}

describe("the steps to a score", () => {
  test.each([
    ["skill", MEDIANS],
    ["skill", NO_MEDIANS],
    ["speed", MEDIANS],
    ["efficiency", MEDIANS],
  ] as const)("of %s add up to the shown digit and follow each other", (name, medians) => {
    const waterfall = waterfallOf(ROW, name, medians);
    const steps = stepsOf(waterfall);
    expect(steps.length).toBeGreaterThan(0);
    const sum = steps.reduce((total, step) => total + sizeOf(step), waterfall?.startTenths ?? 0);
    expect(sum).toBe(Math.round(10 * (ROW[name] ?? 0)));
    expect(waterfall?.endTenths).toBe(sum);
    for (const [place, step] of steps.entries())
      expect(step.fromTenths).toBe(steps[place - 1]?.toTenths ?? waterfall?.startTenths ?? 0);
  });

  test("of Skill begin at the median of people and have one step for each input with a value", () => {
    const waterfall = waterfallOf(ROW, "skill", MEDIANS);
    expect(waterfall?.startTenths).toBe(512);
    expect(stepsOf(waterfall).map(({ id }) => id)).toEqual(["medians", "sse", "pes", "ie", "fc"]);
    expect(worstStep(waterfall ?? { steps: [] })?.id).toBe("sse");
  });

  test("of Skill begin at what the inputs are compared with where fewer than five people have scores", () => {
    const waterfall = waterfallOf(ROW, "skill", NO_MEDIANS);
    expect(waterfall?.startName).toBe("The median of own tasks");
    expect(waterfall?.startTenths).toBe(Math.round((10 * (45 * 45 + 45 * 50)) / 90));
    expect(
      stepsOf(waterfall)
        .map(({ compares }) => compares)
        .slice(0, 2),
    ).toEqual(["40.8 against the median of own tasks 45.0, weight 45 %", "44.1 against 50, weight 20 %"]);
  });

  test("of Efficiency begin at the baseline, with one step for each axis", () => {
    const steps = stepsOf(waterfallOf(ROW, "efficiency", MEDIANS));
    expect(steps.map(({ id }) => id)).toEqual(["tokens", "turns"]);
    expect(steps.map(sizeOf).map(Math.sign)).toEqual([-1, 1]);
  });

  test("of Speed show what unknown outcomes change", () => {
    expect(stepsOf(waterfallOf(ROW, "speed", MEDIANS)).map(({ id }) => id)).toEqual(["humanTime", "outcome"]);
  });

  test("are none without a value", () => {
    expect(waterfallOf({ ...ROW, skill: null }, "skill", MEDIANS)).toBeNull();
  });
});
