import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import { rankedInputs, sayOdd, sayWorth } from "../../../../embedded/dashboard/pages/overview/next-data.ts";
import type { TeamHabits } from "../../../../src/insights/advisor/habits/habits-answer.ts";
import type { Team } from "../../../../src/scores/team/team-answer.ts";

const spread = { people: 6, median: 50, middleHalf: [40, 60], tenths: [30, 70] } as const;
const gains = (points: Partial<Record<keyof Team["inputs"], number | null>>): Team["inputs"] =>
  Object.fromEntries(
    (["sse", "pes", "ie", "crr", "fc"] as const).map((input) => [
      input,
      { ...spread, pointsToGain: points[input] ?? null },
    ]),
  ) as unknown as Team["inputs"];

const NOTHING = { quiet: 0, quietAddress: "/usage", budgets: [], hoursLost: 0 };

describe("what is worth most", () => {
  test("is the habit with most points at stake, with how many people have it", () => {
    const habit = { title: "Say when it is done", people: 5, tasks: 31, points: 2.14 };
    const habits = { people: 8, habits: [habit] } as unknown as TeamHabits;
    expect(sayWorth(habits, gains({ sse: 9 }))?.text).toBe(
      "Worth most: Say when it is done. 5 of 8 people could do it, in 31 tasks; the team’s Skill would rise by 2.1.",
    );
  });

  test("is the input with most to gain where no habit is common, and nothing for few people", () => {
    expect(sayWorth({ people: 8, habits: [] }, gains({ sse: 1, pes: 1.4 }))?.text).toBe(
      "Worth most: Prompt efficiency. If everybody under its median reached it, the team’s Skill would rise by 1.4.",
    );
    expect(sayWorth(null, gains({}))).toBeNull();
  });

  test("ranks inputs by points, without those that are hidden", () => {
    expect(rankedInputs(gains({ fc: 0.5, sse: 2 })).map(({ metric }) => metric)).toEqual(["sse", "fc"]);
  });
});

describe("what is odd", () => {
  const budget = {
    developer: null,
    model: null,
    limitUsd: 300,
    spentUsd: 100,
    expectedUsd: 200,
    lowUsd: 150,
    highUsd: 250,
  };
  const texts = (changes: Partial<typeof NOTHING & { budgets: object[] }>) =>
    sayOdd({ ...NOTHING, ...changes } as Parameters<typeof sayOdd>[0]).map(({ text }) => text);

  test("is nothing while nobody is quiet, budgets hold and little time is lost", () => {
    expect(texts({ budgets: [budget], hoursLost: 0.4 })).toEqual([]);
  });

  test("is who went quiet, and hours that were lost", () => {
    expect(texts({ quiet: 1, hoursLost: 4.52 })).toEqual([
      "1 person went quiet.",
      "4.5 h were lost to waiting.",
    ]);
  });

  test("is a budget that is over, or on the way there", () => {
    expect(texts({ budgets: [{ ...budget, spentUsd: 324.88 }] })).toEqual(["The budget is over by $24.88."]);
    expect(
      texts({ budgets: [{ ...budget, developer: { name: "Ada" }, expectedUsd: 400, highUsd: 440 }] }),
    ).toEqual(["The budget of Ada is on the way to $400.00 of $300.00 this month."]);
  });

  test("is no budget with too few days for a forecast", () => {
    const early = { ...budget, expectedUsd: null, lowUsd: null, highUsd: null };
    expect(texts({ budgets: [early] })).toEqual([]);
  });
});
