import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import type { Habit } from "../../../../embedded/dashboard/api/habits.ts";
import { sayHowOften, sayPoints, saySince } from "../../../../embedded/dashboard/parts/coach/habit-words.ts";
import { sayOwn, sayTeam } from "../../../../embedded/dashboard/pages/advisor/habits-data.ts";

function habitWith(changes: Partial<Habit>): Habit {
  return {
    habit: "correct_first",
    input: "ie",
    title: "Say first what you had to correct",
    advice: "",
    expectation: "",
    isCuredByWording: true,
    points: 4.24,
    tasks: 9,
    outOf: 14,
    lastAt: "2026-11-18T10:00:00.000Z",
    examples: [],
    rewrite: null,
    firstSeenAt: null,
    triedAt: null,
    since: null,
    effect: null,
    ...changes,
  };
}

describe("a habit", () => {
  test("says how often it shows and what it costs", () => {
    expect(sayHowOften(habitWith({}))).toBe(
      "Seen in 9 of 14 tasks, last on 18 Nov; costs up to 4.2 points of Skill, through iteration efficiency.",
    );
    expect(sayPoints(1)).toBe("up to 1.0 point");
    expect(sayPoints(0.01)).toBe("under 0.1 points");
  });

  test("says what happened since it was seen or tried", () => {
    const firstSeenAt = "2026-11-10T10:00:00.000Z";
    expect(saySince(habitWith({}))).toBeNull();
    expect(saySince(habitWith({ firstSeenAt, since: { tasks: 0, outOf: 0 } }))).toBe(
      "First seen on 10 Nov; no task was counted since.",
    );
    const triedAt = "2026-11-12T10:00:00.000Z";
    expect(saySince(habitWith({ firstSeenAt, triedAt, since: { tasks: 1, outOf: 6 } }))).toBe(
      "Tried since 12 Nov; since then in 1 of 6 tasks.",
    );
  });
});

describe("the answer", () => {
  const developer = { id: "ann", name: "Ann", email: null, source: "bound" } as const;
  const none = { value: null, reference: null, share: null, points: null };
  const inputs = { sse: none, pes: none, ie: none, crr: none, fc: none };
  const own = { developer, inputs, weakest: "ie" as const };

  test("names the chosen habit, or why there is none", () => {
    expect(sayOwn({ ...own, chosen: "correct_first", habits: [habitWith({})] })).toBe(
      "Say first what you had to correct: worth up to 4.2 points of Skill.",
    );
    expect(sayOwn({ ...own, chosen: null, habits: [habitWith({})] })).toBe(
      "Nothing new since the last habit. Keep it up.",
    );
    expect(sayOwn({ ...own, chosen: null, habits: [] })).toBe(
      "Iteration efficiency costs most, but no task shows why.",
    );
    expect(sayOwn({ ...own, weakest: null, chosen: null, habits: [] })).toBe(
      "No input of Skill is below the median, and no habit holds it down.",
    );
  });

  test("names what is worth most to a team of five or more", () => {
    const { habit, input, title, advice, expectation, isCuredByWording } = habitWith({});
    const words = { habit, input, title, advice, expectation, isCuredByWording };
    const shared = { ...words, people: 6, tasks: 20, points: 2 };
    expect(sayTeam({ people: 8, team: { people: 8, habits: [shared] } })).toBe(
      "Worth most to the team: say first what you had to correct. It would raise Skill by up to 2.0 points.",
    );
    expect(sayTeam({ people: 8, team: { people: 8, habits: [] } })).toBe(
      "No habit is shared by five people.",
    );
    expect(sayTeam({ people: 1, team: null })).toBe(
      "Habits of 1 person; of a team only from five people on.",
    );
  });
});
