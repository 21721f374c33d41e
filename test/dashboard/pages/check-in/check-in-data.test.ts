import { expect, test } from "bun:test";
import {
  moodWeeks,
  sayCheckIn,
  sinceFirst,
  weekRows,
  type WeekRow,
} from "../../../../embedded/dashboard/pages/check-in/check-in-data.ts";

const WEEK: WeekRow = {
  week: "2026-W47",
  from: "2026-11-16",
  mine: null,
  comment: null,
  team: null,
  isOver: true,
  scores: null,
};

test("a week has the scores of the work in it, cut by the window or not", () => {
  const week = { week: "2026-W47", from: "2026-11-16T00:00:00.000Z", to: "2026-11-23T00:00:00.000Z" };
  const score = { periodStart: "2026-11-17T09:00:00.000Z", speed: 51, skill: null, efficiency: 48 };
  const found = { weeks: [{ ...week, mine: null, team: null }], scores: [score] };
  const rows = (at: string) =>
    weekRows(found as unknown as Parameters<typeof weekRows>[0], Date.parse(`${at}T00:00:00Z`));
  expect(rows("2026-11-22")).toMatchObject([{ isOver: false, scores: { speed: 51 } }]);
  expect(rows("2026-11-23")).toMatchObject([{ isOver: true, scores: { speed: 51 } }]);
});

test("weeks before the first answer are left out, but never the last four", () => {
  const rows = Array.from({ length: 13 }, () => WEEK);
  expect(sinceFirst(rows)).toHaveLength(4);
  expect(sinceFirst(rows.with(7, { ...WEEK, mine: 3 }))).toHaveLength(8);
});

test("asks whoever has not answered, shows the answer to whoever has, and asks nobody under a key without a developer", () => {
  expect(sayCheckIn([WEEK], true)).toEndWith("this week?");
  expect(sayCheckIn([{ ...WEEK, mine: 2 }], true)).toBe("This week you are hardly content: 2 of 5.");
  expect(sayCheckIn([WEEK], false)).toStartWith("No week has five answers yet");
  expect(sayCheckIn([WEEK, { ...WEEK, team: { mean: 3.5, people: 7 } }], false)).toBe(
    "In the week of 16 Nov people were 3.5 of 5 content, the mean of 7.",
  );
});

test("shows mood next to Skill from five answers on, of 100 both, from the first answer", () => {
  const scores = { speed: null, skill: 48, efficiency: null };
  const answered = (mine: number | null): WeekRow => ({ ...WEEK, mine, scores });
  expect(moodWeeks([5, 4, null, 3, 2].map(answered), true)).toBeNull();
  const weeks = moodWeeks([5, 4, null, 3, 2, 1, null].map(answered), true);
  expect(weeks?.map(({ mood }) => mood)).toEqual([20, 40, 60, null, 80, 100]);
  expect(weeks?.[0]?.skill).toBe(48);
  expect(moodWeeks([5, 4, 3, 2, 1].map(answered), false)).toBeNull();
});
