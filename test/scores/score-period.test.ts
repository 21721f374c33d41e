import { describe, expect, test } from "bun:test";
import { gate } from "../../src/metrics/efficiency/outcome-gate.ts";
import { scoreAgainst, weigh } from "../../src/metrics/efficiency/sse.ts";
import { changeBetween } from "../../src/scores/change.ts";
import { blockOf, gatherScoreable } from "../../src/scores/columns.ts";
import { type PeriodScores, type ScoredPeriod, scorePeriod } from "../../src/scores/score-period.ts";
import type { MeasuredSubSession } from "../../src/scores/sub-session-row.ts";
import { efficiencyOf, speedOf } from "../../src/metrics/efficiency/speed-and-efficiency.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { expectClose, goldenCases } from "../golden/cases.ts";

type Told = Omit<MeasuredSubSession, "turns" | "closed" | "missing">;
type GoldenSubSession = Omit<Told, "startedAt" | "sse" | "m" | "qrReference"> & { day: string };
interface Input {
  qrReference: number;
  m: number;
  subSessions: GoldenSubSession[];
}

function score(subSessions: readonly Told[]): PeriodScores {
  const rest = { turns: 2, closed: true, missing: {} };
  const block = blockOf(subSessions.map((each) => ({ ...each, ...rest })));
  return scorePeriod(gatherScoreable([block], { start: -Infinity, end: Infinity }));
}

describe("a period's scores", () => {
  for (const [index, { input, output }] of goldenCases<Input, object>("scores").entries()) {
    test(`golden case ${index}`, () => {
      const { m, qrReference } = input;
      const subSessions = input.subSessions.map((each) => {
        const raw = weigh(each.axes);
        const sse = raw === null ? null : scoreAgainst(m, gate(raw, each.outcome));
        return { ...each, startedAt: Date.parse(each.day), sse, m, qrReference };
      });
      expectClose(score(subSessions), output);
    });
  }
});

const usual: Told = {
  startedAt: 20 * DAY,
  scoreable: true,
  usualTurns: 2,
  outcome: "reached",
  axes: { t: -0.1, n: -0.1, h: -0.1 },
  edits: 0,
  retained: 0,
  m: -0.1,
  qrReference: 85,
  sse: 50,
  pes: 55,
  ie: 56,
  crr: null,
  fc: 45,
};

describe("Speed and Efficiency of a sub-session", () => {
  test("are 50 at the usual", () => {
    expect(speedOf(usual)).toBeCloseTo(50, 9);
    expect(efficiencyOf(usual)).toBeCloseTo(50, 9);
  });
  test("are null without their axis", () => {
    expect(speedOf({ ...usual, axes: { t: 0, n: 0, h: null } })).toBeNull();
    expect(efficiencyOf({ ...usual, axes: { t: null, n: 0, h: 0 } })).toBeNull();
  });
  test("Speed is halved at most where nothing was kept, and never passes 100", () => {
    expect(speedOf({ ...usual, edits: 900, retained: 0 })).toBeCloseTo(25, 9);
    const fast = { ...usual, axes: { t: 0, n: 0, h: 1 }, m: -0.9, qrReference: 60, edits: 99, retained: 99 };
    expect(speedOf(fast)).toBe(100);
  });
});

describe("a change", () => {
  const week = (values: Partial<Told>): ScoredPeriod => {
    const period = score([0, 1, 2, 3].map((day) => ({ ...usual, ...values, startedAt: day * DAY })));
    if (period.state === "learning") throw new Error("a week of four sub-sessions is scored");
    return period;
  };
  test("is null while the current period is learning", () => {
    expect(changeBetween(score([usual]), week({}))).toBeNull();
  });
  test("has no scores and no inputs while the period before was learning", () => {
    expect(changeBetween(week({}), score([]))).toMatchObject({ skill: null, inputs: { sse: null } });
  });
  test("splits the difference of Skill among the inputs of both sides", () => {
    const change = changeBetween(week({ sse: 60, crr: 70 }), week({ ie: 50 }));
    expect(change?.inputs.crr).toBeNull();
    expect(change?.inputs.sse).toEqual({ from: 50, to: 60, points: (45 * 10) / 90 });
    expect(change?.inputs.ie?.points).toBeCloseTo((15 * 6) / 90, 9);
  });
  test("takes the root of the summed squared half-widths", () => {
    const current = { ...week({}), skill: 60, halfWidth: { skill: 3, speed: null, efficiency: null } };
    const before = { ...week({}), skill: 50, halfWidth: { skill: 4, speed: 1, efficiency: 1 } };
    const change = changeBetween(current, before);
    expect(change?.skill).toEqual({ value: 10, interval: [5, 15] });
    expect(change?.speed).toBeNull();
  });
});
