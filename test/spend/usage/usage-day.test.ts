import { describe, expect, test } from "bun:test";
import { joinUsage, usageDayOf, type UsedSubSession } from "../../../src/spend/usage/usage-day.ts";
import { modelUsage, usage } from "./used.ts";
import { named } from "../../session-names.ts";

function used(id: string, session: string, changes: Parameters<typeof usage>[0] = {}): UsedSubSession {
  return { id, session: named(session), usage: usage(changes) };
}

describe("a day's usage", () => {
  test("adds up what is alike", () => {
    const day = usageDayOf([
      used("1", "a"),
      used("2", "b", { outcome: "abandoned", repairs: 1, models: [modelUsage({ cost: 3_000_000 })] }),
    ]);
    expect(day.groups).toMatchObject([
      {
        subSessions: 2,
        reached: 1,
        abandoned: 1,
        turns: 4,
        repairs: 1,
        cost: 4_000_000,
        easy: true,
        known: true,
        widest: 1,
        bands: [[1, 2_000, 40_000, 200_000, 80_000]],
        example: { id: "2", session: "b", cost: 3_000_000 },
      },
    ]);
    expect(day.models).toEqual([{ model: "claude-opus-5-5", calls: 8, unpriced: 0, cost: 4_000_000 }]);
  });

  test("takes no sub-session for easy whose session did hard work, or changed its model", () => {
    const easy = usageDayOf([
      used("1", "hard"),
      used("2", "hard", { difficulty: "complex" }),
      used("3", "mixed"),
      used("4", "mixed", { models: [modelUsage({ model: "claude-haiku-5-5" })] }),
      used("5", "fine"),
    ]).groups.filter((group) => group.easy);
    expect(easy.map(({ subSessions, example }) => [subSessions, example.id])).toEqual([[1, "5"]]);
  });

  test("counts spend of sub-sessions that do not count, and no more", () => {
    const day = usageDayOf([used("1", "a", { counts: false })]);
    expect([day.models.length, day.groups.length]).toEqual([1, 0]);
  });

  test("knows no costs where a call has no price or has no tokens", () => {
    const day = usageDayOf([
      used("1", "a", { models: [modelUsage({ unpriced: 1 })] }),
      used("2", "b", { models: [modelUsage({ tokenless: 1 })] }),
    ]);
    expect(day.groups.map(({ known }) => known)).toEqual([false]);
  });

  test("comes to the same joined from parts as in one", () => {
    const all = [used("1", "a"), used("2", "b"), used("3", "c", { intent: null })];
    const parts = all.map((one) => usageDayOf([one]));
    expect(joinUsage(parts)).toEqual(usageDayOf(all));
    expect(parts[0]?.groups[0]?.subSessions).toBe(1);
  });
});
