import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import { namesIn, piecesOf, type StackBucket } from "../../../../embedded/dashboard/charts/stack/pieces.ts";
import {
  bucketFor,
  measureFor,
  sayChange,
  sessionsOf,
  shareOf,
  stackOf,
} from "../../../../embedded/dashboard/pages/usage/usage-data.ts";
import type { UsageAnswer } from "../../../../src/insights/usage/usage-answer.ts";

function bucketAt(day: string, costUsd: number): UsageAnswer["buckets"][number] {
  const parts = [{ name: "opus", costUsd, tokens: 10, calls: 1 }];
  // the page reads only these members
  return { from: `${day}T00:00:00.000Z`, to: "", parts } as unknown as UsageAnswer["buckets"][number];
}

describe("columns over time", () => {
  test("are there for days without work too", () => {
    const buckets = [bucketAt("2026-11-02", 4), bucketAt("2026-11-05", 2)];
    const columns = stackOf({ buckets }, "cost", "day");
    expect(columns.map(({ start }) => start.slice(8, 10))).toEqual(["02", "03", "04", "05"]);
    expect(columns[0]?.parts).toEqual([{ name: "opus", value: 4 }]);
    expect(columns[1]?.parts).toEqual([]);
  });

  test("are stacked by the sums of their parts, with all others on top", () => {
    const buckets: StackBucket[] = [
      {
        start: "a",
        parts: [
          { name: "other", value: 9 },
          { name: "little", value: 1 },
        ],
      },
      {
        start: "b",
        parts: [
          { name: "big", value: 5 },
          { name: "little", value: 2 },
        ],
      },
    ];
    const names = namesIn(buckets);
    expect(names).toEqual(["big", "little", "other"]);
    expect(piecesOf(buckets[1] ?? { start: "", parts: [] }, names)).toEqual([
      { name: "big", from: 0, to: 5 },
      { name: "little", from: 5, to: 7 },
    ]);
  });

  test("are weeks in a long time, and calls where tools are shown", () => {
    expect([bucketFor(30), bucketFor(90)]).toEqual(["day", "week"]);
    expect([measureFor("tool", "cost"), measureFor("model", null), measureFor("model", "tokens")]).toEqual([
      "calls",
      "cost",
      "tokens",
    ]);
  });
});

describe("rows", () => {
  test("lead to their sessions, unless they are no one thing", () => {
    const all = { kind: "everyone" } as const;
    expect(sessionsOf({ name: "a b" }, "model", all)).toBe("/sessions?developer=everyone&model=a+b");
    expect(sessionsOf({ name: "x" }, "mcp_server", all)).toBe("/sessions?developer=everyone&mcp_server=x");
    expect(sessionsOf({ name: "dev" }, "developer", all)).toBe("/sessions?developer=dev");
    expect([
      sessionsOf({ name: null }, "model", { kind: "everyone" }),
      sessionsOf({ name: "other" }, "tool", { kind: "everyone" }),
    ]).toEqual([null, null]);
  });
});

describe("a share", () => {
  test("has an interval that is wider with fewer tasks, and none without any", () => {
    expect(shareOf(0, 0)).toBeNull();
    const [few, many] = [shareOf(3, 5), shareOf(300, 500)];
    expect((few?.high ?? 0) - (few?.low ?? 0)).toBeGreaterThan(3 * ((many?.high ?? 0) - (many?.low ?? 0)));
    expect(shareOf(5, 5)?.high).toBe(1);
  });
});

describe("a change", () => {
  test("is compared with the time before", () => {
    expect(sayChange(112, 100, 30)).toBe("12 % more than in the 30 days before");
    expect(sayChange(100, 100, 7)).toBe("as in the 7 days before");
    expect(sayChange(5, null, 7)).toBe("nothing to compare with in the 7 days before");
  });
});
