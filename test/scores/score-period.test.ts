import { describe, expect, test } from "bun:test";
import { accountFor } from "../../src/metrics/accounts/account.ts";
import { type Baselines, shippedBaselines } from "../../src/metrics/baselines/baseline.ts";
import { learnBaselines } from "../../src/metrics/baselines/learning/learn-baselines.ts";
import { iterationEfficiency } from "../../src/metrics/iteration/iteration.ts";
import { changeBetween } from "../../src/scores/change.ts";
import { type PeriodScores, type ScoredPeriod, scorePeriod } from "../../src/scores/score-period.ts";
import type { MeasuredSubSession } from "../../src/scores/sub-session-row.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { expectClose } from "../golden/cases.ts";
import { type GoldenDeveloper, inOrder, ORGANIZATIONS, workOf } from "../golden/organizations.ts";
import { addSums, weigh } from "../../src/metrics/accounts/sums.ts";
import { BARE, columnsOf } from "./sub-sessions.ts";

function measured(developer: GoldenDeveloper, baselines: Baselines): MeasuredSubSession[] {
  return inOrder(workOf(developer)).map((work) => {
    const { earned, took, weight, sse } = accountFor(work, baselines);
    const { pes, crr, fc } = work.given;
    const ie = iterationEfficiency({ ...work, usualRepairShare: baselines.repairShare });
    const { startedAt, scoreable, outcome } = work;
    const values = { sse, ie, pes, crr, fc };
    return {
      ...BARE,
      startedAt,
      scoreable,
      outcome,
      earned,
      took,
      weight,
      ...values,
      reference: baselines.reference,
    };
  });
}

function inFileWords(period: PeriodScores) {
  const { state, scoreable, coverage, skillInputs, interval } = period;
  const value = (name: "skill" | "speed" | "efficiency") => {
    const ends = interval?.[name] ?? null;
    return ends === null ? null : { value: period[name], low: ends[0], high: ends[1] };
  };
  const values = { skill: value("skill"), speed: value("speed"), efficiency: value("efficiency") };
  return { state, scoreable, coverage, skillInputs, ...values };
}

/** The file has it also where there are too few sub-sessions for a score. */
function evidence(subSessions: readonly MeasuredSubSession[]) {
  const [all, unknown] = [addSums(subSessions), addSums(subSessions.filter(isUnknown))];
  const part = (name: "sse" | "speed" | "efficiency") => {
    const found = weigh(name, all, unknown);
    return found === null ? null : { rho: found.evidence, r: found.shrunk };
  };
  return { sse: part("sse"), speed: part("speed"), efficiency: part("efficiency") };
}

function isUnknown({ outcome }: MeasuredSubSession): boolean {
  return outcome === "unknown";
}

describe("a period's scores", () => {
  for (const [number, { input, output }] of ORGANIZATIONS.entries()) {
    const learned = learnBaselines(inOrder(input.flatMap(workOf)));
    const versions: ["withShipped" | "withLearned", Baselines][] = [
      ["withShipped", shippedBaselines],
      ["withLearned", learned],
    ];
    test.each(versions)(`are exact for golden organization ${number}, %s`, (name, baselines) => {
      for (const [place, developer] of input.entries()) {
        const all = measured(developer, baselines);
        expectClose(inFileWords(scorePeriod(columnsOf(all))), output[name][place]?.scores);
        expectClose(evidence(all), output[name][place]?.evidence);
      }
    });
  }

  test("count what was cut too small to be scoreable in sums, and nowhere else", () => {
    const work = { earned: { t: 10, n: 1, h: 10, k: 10 }, took: { t: 10, n: 1, h: 10, k: 10 } };
    const whole = [0, 1, 2].map((day) => ({ ...BARE, ...work, ie: 50, startedAt: day * DAY }));
    const cut = {
      ...BARE,
      earned: work.earned,
      took: { t: 30, n: 3, h: 30, k: 30 },
      ie: 0,
      scoreable: false,
    };
    const [before, after] = [scorePeriod(columnsOf(whole)), scorePeriod(columnsOf([...whole, cut]))];
    expect(after.speed ?? 0).toBeLessThan(before.speed ?? 0);
    expect(after.scoreable).toBe(3);
    expect(after.skillInputs?.ie).toBe(50);
  });
});

const USUAL: MeasuredSubSession = {
  ...BARE,
  earned: { t: 95, n: 9.5, h: 95, k: 95 },
  took: { t: 100, n: 10, h: 100, k: 100 },
  pes: 55,
  ie: 56,
  fc: 45,
};

describe("a change", () => {
  const score = (subSessions: readonly MeasuredSubSession[]) => scorePeriod(columnsOf(subSessions));
  const week = (values: Partial<MeasuredSubSession>): ScoredPeriod => {
    const period = score([0, 1, 2, 3].map((day) => ({ ...USUAL, ...values, startedAt: day * DAY })));
    if (period.state === "learning") throw new Error("a week of four sub-sessions is scored");
    return period;
  };
  test("is null while the current period is learning", () => {
    expect(changeBetween(score([USUAL]), week({}))).toBeNull();
  });
  test("has no scores and no inputs while the period before was learning", () => {
    expect(changeBetween(week({}), score([]))).toMatchObject({ skill: null, inputs: { sse: null } });
  });
  test("splits the difference of Skill among the inputs of both sides", () => {
    const change = changeBetween(week({ pes: 65, crr: 70 }), week({ ie: 50 }));
    expect(change?.inputs.crr).toBeNull();
    expect(change?.inputs.pes).toEqual({ from: 55, to: 65, points: (20 * 10) / 90 });
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
