/** What habits cost, which input is the weakest, which habit is chosen, and what a team sees. */
import { describe, expect, test } from "bun:test";
import { chooseHabit } from "../../../../src/insights/advisor/habits/choose-habit.ts";
import { findHabits } from "../../../../src/insights/advisor/habits/find-habits.ts";
import { gapsOf, mediansOf, weakestOf } from "../../../../src/insights/advisor/habits/gaps.ts";
import { teamHabits } from "../../../../src/insights/advisor/habits/team-habits.ts";
import { DAY } from "../../../../src/vocabulary/units.ts";
import { turnOf, workOf } from "./works.ts";

const NONE = { sse: null, pes: null, ie: null, crr: null, fc: null };
const repairs = [turnOf(), turnOf({ repair: true })];

describe("the reference", () => {
  test("is the median of five people, and of fewer nothing", () => {
    const people = [10, 20, 30, 40, 50].map((ie) => ({ ...NONE, ie }));
    expect(mediansOf(people)).toEqual({ ...NONE, ie: 30 });
    expect(mediansOf(people.slice(1))).toEqual(NONE);
  });

  test("is the developer's own median where the organization has none", () => {
    const gaps = gapsOf({ ...NONE, ie: 40 }, { organization: NONE, own: { ...NONE, ie: 45 } });
    expect(gaps.ie).toEqual({ value: 40, reference: { value: 45, of: "own" }, share: 1, points: 5 });
  });
});

describe("the weakest input", () => {
  test("has the largest distance times its weight", () => {
    const medians = { organization: { ...NONE, sse: 50, fc: 50 }, own: NONE };
    // 45 · 10 against 10 · 30
    expect(weakestOf(gapsOf({ ...NONE, sse: 40, fc: 20 }, medians))).toBe("sse");
    expect(weakestOf(gapsOf({ ...NONE, sse: 60, fc: 20 }, medians))).toBe("fc");
    expect(weakestOf(gapsOf({ ...NONE, sse: 50, fc: 50 }, medians))).toBeNull();
  });
});

describe("a habit", () => {
  const gaps = gapsOf({ ...NONE, ie: 40, fc: 49 }, { organization: { ...NONE, ie: 50, fc: 50 }, own: NONE });
  const works = [
    workOf({ subSession: "a", metrics: { ie: 20, weight: 3 }, turns: repairs }),
    workOf({ subSession: "b", metrics: { ie: 40, weight: 1 }, turns: repairs }),
    workOf({ subSession: "c", metrics: { ie: 90, weight: 1 }, turns: repairs }),
    workOf({ subSession: "d", metrics: { ie: null, fc: 30 } }),
  ];

  test("costs what its tasks pull Skill down by, the most expensive example first", () => {
    const [first] = findHabits(works, gaps);
    // IE weighs 15 of the 25 points that are there
    expect(first?.points).toBeCloseTo((0.6 * (3 * 30 + 1 * 10)) / 5, 9);
    expect(first?.examples.map(({ work }) => work.subSession)).toEqual(["a", "b"]);
    expect(first?.having).toHaveLength(3);
  });

  test("of the input that costs most comes first, even when another habit costs more", () => {
    expect(findHabits(works, gaps).map(({ id }) => id)).toEqual(["correct_first", "one_sitting"]);
  });
});

describe("the chosen habit", () => {
  const gaps = gapsOf({ ...NONE, ie: 20 }, { organization: { ...NONE, ie: 50 }, own: NONE });
  const at = 100 * DAY;
  const works = [
    workOf({ startedAt: at, metrics: { ie: 10 }, turns: repairs }),
    workOf({ startedAt: at, metrics: { ie: 40 }, turns: [...repairs, turnOf({ repair: true })] }),
  ];
  const habits = findHabits(works, gaps);
  const seenAt = (shownAt: number, triedAt: number | null = null) =>
    new Map([["correct_first", { firstSeenAt: shownAt, shownAt, triedAt }]]);

  test("is the most expensive, and stays so on the day on which it is seen", () => {
    expect(chooseHabit(habits, new Map(), at)).toBe("correct_first");
    expect(chooseHabit(habits, seenAt(at + 1), at + 2)).toBe("correct_first");
  });

  test("gives way for two weeks where no later task shows it", () => {
    expect(chooseHabit(habits, seenAt(at + 1), at + DAY)).toBe("start_again");
    expect(chooseHabit(habits, seenAt(at + 1), at + 14 * DAY)).toBe("start_again");
    expect(chooseHabit(habits, seenAt(at + 1), at + 15 * DAY)).toBe("correct_first");
  });

  test("comes back with news, and stays while it is tried", () => {
    expect(chooseHabit(habits, seenAt(at - DAY), at)).toBe("correct_first");
    expect(chooseHabit(habits, seenAt(at + 1, at + 1), at + 6 * DAY)).toBe("correct_first");
  });
});

describe("a team's habits", () => {
  const gaps = gapsOf({ ...NONE, ie: 20 }, { organization: { ...NONE, ie: 50 }, own: NONE });
  const having = findHabits([workOf({ metrics: { ie: 20 }, turns: repairs })], gaps);

  test("are nothing for fewer than five people", () => {
    expect(teamHabits(Array(4).fill(having))).toBeNull();
  });

  test("leave out those that fewer than five have", () => {
    expect(teamHabits([...Array(4).fill(having), [], []])).toEqual({ people: 6, habits: [] });
  });

  test("cost the mean over all people", () => {
    const team = teamHabits([...Array(5).fill(having), []]);
    expect(team?.habits).toMatchObject([{ habit: "correct_first", people: 5, tasks: 5, points: 25 }]);
  });
});
