import { describe, expect, test } from "bun:test";
import {
  distributionOf,
  efficienciesOf,
  sayHidden,
  sayTeam,
} from "../../../../embedded/dashboard/pages/team/team-data.ts";
import type { MetricRow } from "../../../../src/metrics/answer.ts";

type Scores = Parameters<typeof sayTeam>[0];

function team(skills: readonly (number | null)[], source: "bound" | "key" = "bound"): Scores {
  return skills.map((skill, index) => ({
    developer: { id: `${source} ${index}`, name: `Person ${index}`, email: null, source },
    speed: null,
    skill,
    efficiency: null,
  }));
}

const work = (people: number, sse = 40): MetricRow[] =>
  team(Array.from({ length: people }, () => 50)).map(
    ({ developer }) => ({ developer, scoreable: true, sse }) as MetricRow,
  );

describe("a distribution", () => {
  test("is hidden under five people with a value, and says why", () => {
    expect(distributionOf(team([50, 51, 52, 53, null]), "skill")).toEqual({ kind: "hidden", people: 4 });
    expect(sayHidden("skill", 4)).toBe(
      "4 developers have Skill in this window. Under 5 a mark without a name would still tell whose it is.",
    );
    expect(sayHidden("speed", 0)).toStartWith("Nobody has Speed in this window.");
  });

  test("is in order of its values, so that no place tells whose it is", () => {
    expect(distributionOf(team([60, 20, 40, 30, 50]), "skill")).toEqual({
      kind: "shown",
      values: [20, 30, 40, 50, 60],
      middle: { low: 30, median: 40, high: 50 },
    });
  });

  test("does not count a shared key as a person", () => {
    const scores = [...team([20, 30, 40, 50]), ...team([90], "key")];
    expect(distributionOf(scores, "skill")).toEqual({ kind: "hidden", people: 4 });
  });
});

describe("columns of sub-sessions", () => {
  test("are hidden when they are of fewer than five people, however many there are", () => {
    expect(efficienciesOf([...work(4), ...work(4)])).toBe(null);
    expect(efficienciesOf(work(5))).toHaveLength(5);
  });

  test("have what counts alone", () => {
    const [first, ...rest] = work(6);
    expect(efficienciesOf([{ ...first, scoreable: false } as MetricRow, ...rest])).toHaveLength(5);
    expect(efficienciesOf([{ ...first, sse: null } as MetricRow, ...rest])).toHaveLength(5);
  });
});

describe("the sentence above the team", () => {
  test("says between what half of them are", () => {
    expect(sayTeam(team([20, 30, 40, 50, 60, null]))).toBe(
      "5 of 6 developers have scores. Half of them are between 30 and 50 in Skill.",
    );
  });

  test("says no levels of few", () => {
    expect(sayTeam(team([20, null]))).toBe(
      "1 of 2 developers has scores. That is too few to show how they lie without telling whose they are.",
    );
  });
});
