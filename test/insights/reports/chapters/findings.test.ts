import { describe, expect, test } from "bun:test";
import { findingsIn, scoreFindings } from "../../../../src/insights/reports/chapters/findings.ts";
import type { OtherChapters } from "../../../../src/insights/reports/chapters/other-chapters.ts";
import { madeReport } from "../made-report.ts";

const HOSTILE = "[click](https://evil.example) <b>now</b>";

function findings(changes: Partial<OtherChapters> = {}): Record<string, string> {
  const { overview: _overview, ...chapters } = madeReport(HOSTILE).chapters;
  return Object.fromEntries(
    findingsIn({ ...chapters, ...changes }).map(({ chapter, text }) => [chapter, text]),
  );
}

const { overview: _overview, ...made } = madeReport(HOSTILE).chapters;

describe("a change of a score", () => {
  const change = (low: number, high: number) =>
    ({ change: { value: (low + high) / 2, interval: [low, high] } }) as {
      change: { value: number; interval: [number, number] };
    };
  const none = { change: null };

  test("is reported when its interval leaves out 0, and for a team when the mean's does", () => {
    const scores = { speed: change(2, 10), skill: change(-4, 3), efficiency: change(-9, -1) };
    expect(scoreFindings(scores, "developer").map(({ text }) => text)).toEqual([
      "Speed rose by 6.0 points (80 % interval +2.0 to +10.0); Efficiency fell by 5.0 points " +
        "(80 % interval −9.0 to −1.0), against the equally long time before.",
    ]);
    const [first] = scoreFindings({ ...scores, skill: none }, "team");
    expect(first?.text).toStartWith("The mean of the team: Speed rose by 6.0 points");
  });

  test("is not clear where 0 is its end: then the smallest change that would have shown is", () => {
    const scores = { speed: none, skill: change(0, 5), efficiency: change(-5, 0) };
    expect(scoreFindings(scores, "developer").map(({ text }) => text)).toEqual([
      "No score changed clearly; ±2.5 in Skill, ±2.5 in Efficiency would have shown.",
    ]);
  });

  test("is not reported without an interval", () => {
    expect(scoreFindings({ speed: none, skill: none, efficiency: none }, "team")).toEqual([]);
  });
});

describe("what stands out", () => {
  test("holds nothing that people or agents wrote", () => {
    expect(JSON.stringify(findings())).not.toContain("evil");
  });

  test("of waste is what it cost, which share of the spend that is, and its most expensive kind", () => {
    expect(findings()["waste"]).toBe(
      "$12.34 brought nothing, 4.7 % of what was spent; most of it is calls that failed and were made again unchanged.",
    );
    const kinds = made.waste.kinds.map((kind) => ({ ...kind, count: 0, costUsd: 0 }));
    expect(findings({ waste: { ...made.waste, kinds, costUsd: 0 } })["waste"]).toBeUndefined();
    const unpriced = made.waste.kinds.map((kind) => ({ ...kind, costUsd: 0 }));
    expect(findings({ waste: { ...made.waste, kinds: unpriced, costUsd: 0, spendUsd: 0 } })["waste"]).toBe(
      "Waste was found, most of it calls that failed and were made again unchanged.",
    );
  });

  test("of savings says what work shows, else what is a hypothesis, else nothing", () => {
    const saving = (monthlySavingUsd: number | null, supposedSavingUsd: number | null) =>
      findings({ rightsizing: { ...made.rightsizing, monthlySavingUsd, supposedSavingUsd } })["rightsizing"];
    expect(saving(80, 5)).toBe("Cheaper models for easy work would save $80.00 in 30 days like these.");
    expect(saving(null, 5)).toContain("may save $5.00 in 30 days like these: a hypothesis");
    expect(saving(null, null)).toBeUndefined();
  });

  test("of time lost is reported from six minutes on", () => {
    const lost = (hoursLost: number) =>
      findings({ throttle: { ...made.throttle, summary: { ...made.throttle.summary, hoursLost } } })[
        "throttle"
      ];
    expect(lost(0.05)).toBeUndefined();
    expect(lost(0.55)).toStartWith("33 minutes were lost to limits");
    expect(lost(2.88)).toStartWith("2.9 hours were lost to limits, overload and slow models in");
  });

  test("of coaching names the input in words", () => {
    const coaching = { ...made.coaching, total: 21, inputs: [{ input: "fc" as const, cards: 11 }] };
    expect(findings({ coaching })["coaching"]).toBe(
      "21 coaching cards were written, 11 of them about flow continuity.",
    );
  });

  test("of prompts is the weakest dimension, from ten prompts on, when it is under 60", () => {
    const weakest = (prompts: number, ambiguityCost: number) =>
      findings({
        prompts: {
          ...made.prompts,
          averages: {
            contextLeverage: 80,
            informationDensity: 80,
            turnEconomy: 80,
            ambiguityCost,
            rubricScore: 70,
            prompts,
          },
        },
      })["prompts"];
    expect(weakest(40, 41.4)).toBe("Prompts are weakest in clarity: 41 of 100 on average over 40 prompts.");
    expect(weakest(1061, 47)).toEndWith("47 of 100 on average over 1,061 prompts.");
    expect(weakest(9, 41)).toBeUndefined();
    expect(weakest(40, 60)).toBeUndefined();
  });
});
