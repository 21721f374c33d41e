import { describe, expect, test } from "bun:test";
import { readFilter } from "../../../../embedded/dashboard/address/work-filter.ts";
import {
  saySessions,
  sayTasks,
  sayTrouble,
} from "../../../../embedded/dashboard/pages/sessions/sessions-data.ts";

const calls = { calls: 3, unpricedCalls: 1, costUsd: 263.2 };
const NO_FILTER = readFilter("");
const month = { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" };

describe("the list of sessions says", () => {
  test("how many there are and what they cost together", () => {
    expect(saySessions({ total: 182, sessions: [], calls }, NO_FILTER, 30)).toBe(
      "182 sessions in 30 days, $263.20 together.",
    );
    for (const count of [0, 40]) {
      const unpriced = { calls: count, unpricedCalls: count, costUsd: 0 };
      expect(saySessions({ total: null, sessions: [], calls: unpriced }, NO_FILTER, 90)).toBe(
        "More than 10,000 sessions in 90 days.",
      );
    }
  });

  test("what it is filtered by, and in which window", () => {
    const found = { total: 12, sessions: [], calls };
    expect(saySessions(found, { ...NO_FILTER, costOverUsd: 5, window: month }, 30)).toBe(
      "12 sessions that cost more than $5.00, 1 Nov to 30 Nov, $263.20 together.",
    );
    expect(saySessions(found, { ...NO_FILTER, outcome: "abandoned", flag: "repair" }, 7)).toBe(
      "12 sessions with a task that was abandoned and with a repair in 7 days, $263.20 together.",
    );
  });

  test("what its titles are searched for", () => {
    const found = { total: 1, sessions: [], calls: { calls: 0, unpricedCalls: 0, costUsd: 0 } };
    expect(saySessions(found, { ...NO_FILTER, searched: "Parser" }, 30)).toBe(
      "1 session with “Parser” in a title in 30 days.",
    );
  });

  test("how many calls a filter by models counts, and what those cost", () => {
    const found = { total: 12, sessions: [], calls };
    expect(saySessions(found, { ...NO_FILTER, otherThan: "small,large" }, 30)).toBe(
      "12 sessions with calls of other models than small, large in 30 days; those 3 calls cost $263.20.",
    );
  });

  test("in how many of those shown something failed", () => {
    const found = (errors: number[]) => ({ total: 9, sessions: errors.map((count) => ({ errors: count })) });
    expect(sayTrouble(found([0, 2, 1]))).toBe("In 2 of the 3 on this page a model call or a tool failed.");
    expect(sayTrouble(found([3]))).toBe("In this one a model call or a tool failed.");
    expect(sayTrouble(found([0, 0]))).toBe("No model call or tool failed in the sessions on this page.");
  });
});

describe("the list of tasks says", () => {
  test("how many there are, and of which kind", () => {
    expect(sayTasks(599, NO_FILTER, 30)).toBe("599 tasks in 30 days.");
    expect(sayTasks(1, { ...NO_FILTER, counted: true, outcome: "abandoned" }, 7)).toBe(
      "1 counted task that ended abandoned in 7 days.",
    );
    expect(sayTasks(175, { ...NO_FILTER, counted: true, scoredIn: "efficiency" }, 30)).toBe(
      "175 counted tasks of the people with an Efficiency score in 30 days.",
    );
    expect(sayTasks(null, { ...NO_FILTER, window: month }, 30)).toBe(
      "More than 10,000 tasks, 1 Nov to 30 Nov.",
    );
  });
});
