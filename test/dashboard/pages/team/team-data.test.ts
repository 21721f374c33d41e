import { describe, expect, test } from "bun:test";
import {
  fanPoints,
  pairsOf,
  peopleNamed,
  ringsOf,
  sayHidden,
  saySpread,
  shownSpread,
} from "../../../../embedded/dashboard/pages/team/team-data.ts";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import type { Spread, Team } from "../../../../src/scores/team/team-answer.ts";

const HIDDEN: Spread = { people: 4, median: null, middleHalf: null, tenths: null };
const SHOWN: Spread = { people: 6, median: 40, middleHalf: [30.4, 49.6], tenths: [20, 60] };

function team(developers: number, scored: number, scores: Partial<Team["scores"]>): Team {
  const all = { speed: HIDDEN, skill: HIDDEN, efficiency: HIDDEN, ...scores };
  return { developers, scored, scores: all } as Team;
}

function people(skills: readonly (number | null)[], source: "bound" | "key" = "bound") {
  return skills.map((skill, index) => ({
    developer: { id: `${source} ${index}`, name: `Person ${index}`, email: null, source },
    speed: null,
    skill,
    efficiency: null,
  }));
}

describe("a spread", () => {
  test("is hidden fewer than five people with a value, and says why", () => {
    expect(shownSpread(HIDDEN)).toBeNull();
    expect(sayHidden("skill", 4)).toBe(
      "4 developers have Skill in this time range. Under 5 a mark without a name would still show whose it is.",
    );
    expect(sayHidden("speed", 0)).toStartWith("Nobody has Speed in this time range.");
  });
});

describe("rings", () => {
  test("are in order of their values, so that no place shows whose they are", () => {
    expect(ringsOf(people([60, 20, null, 40]), "skill", null)).toEqual([20, 40, 60]);
  });

  test("are not of a shared key, nor of who looks: theirs is drawn otherwise", () => {
    const scores = [...people([20, 30]), ...people([90], "key")];
    expect(ringsOf(scores, "skill", "bound 1")).toEqual([20]);
  });
});

describe("people before and after", () => {
  test("are those with a change, without shared keys", () => {
    const change = { skill: { value: 4, interval: null } } as ScoreRow["change"];
    const scores = [
      ...people([44, 50]).map((row, index) => ({ ...row, change: index === 0 ? change : null })),
      ...people([90], "key").map((row) => ({ ...row, change })),
    ];
    expect(pairsOf(scores, "skill")).toEqual([[40, 44]]);
  });
});

describe("the list of people", () => {
  test("is A to Z, and searched by name", () => {
    const rows = people([1, 2, 3]).toReversed() as unknown as ScoreRow[];
    expect(peopleNamed(rows, "person").map(({ developer }) => developer.name)).toEqual([
      "Person 0",
      "Person 1",
      "Person 2",
    ]);
    expect(peopleNamed(rows, "2")).toHaveLength(1);
  });
});

describe("the sentence about the spread", () => {
  test("says between what half of them are", () => {
    expect(saySpread(team(8, 7, { skill: SHOWN }))).toBe(
      "7 of 8 developers have scores. Half of the 6 with Skill are from 30 to 50.",
    );
  });

  test("says it of another score where too few have Skill", () => {
    expect(saySpread(team(6, 6, { speed: SHOWN }))).toEndWith("Half of the 6 with Speed are from 30 to 50.");
  });

  test("says no levels of few", () => {
    expect(saySpread(team(2, 1, {}))).toBe(
      "1 of 2 developers has scores. With so few, a chart would show whose they are.",
    );
  });
});

test("a fan has the weeks of who looks where they are", () => {
  const [first, second] = ["2026-11-02T00:00:00.000Z", "2026-11-09T00:00:00.000Z"];
  const points = [first, second].map((start) => ({ start, speed: HIDDEN, skill: SHOWN, efficiency: HIDDEN }));
  const own = [{ periodStart: second, speed: 1, skill: 55, efficiency: null }];
  expect(
    fanPoints("skill", points, own).map(({ start, median, ownScore: value }) => [start, median, value]),
  ).toEqual([
    [first, 40, null],
    [second, 40, 55],
  ]);
});
