import { describe, expect, test } from "bun:test";
import { saySessions, sayTrouble } from "../../../../embedded/dashboard/pages/sessions/sessions-data.ts";

const spend = { calls: 3, unpricedCalls: 1, costUsd: 263.2 };

describe("the list of sessions says", () => {
  test("how many there are and what they cost together", () => {
    expect(saySessions({ total: 182, sessions: [], spend }, 30)).toBe(
      "182 sessions in 30 days, $263.20 together.",
    );
    expect(saySessions({ total: 1, sessions: [], spend: null }, 7)).toBe("1 session in 7 days.");
    for (const calls of [0, 40]) {
      const unpriced = { calls, unpricedCalls: calls, costUsd: 0 };
      expect(saySessions({ total: null, sessions: [], spend: unpriced }, 90)).toBe(
        "More than 10,000 sessions in 90 days.",
      );
    }
  });

  test("in how many of those shown something failed", () => {
    const found = (errors: number[]) => ({
      total: 9,
      spend,
      sessions: errors.map((count) => ({ errors: count })),
    });
    expect(sayTrouble(found([0, 2, 1]))).toStartWith("In 2 of the 3 on this page a model call");
    expect(sayTrouble(found([3]))).toStartWith("In this one a model call");
    expect(sayTrouble(found([0, 0]))).toStartWith(
      "No model call or tool failed or was rejected in the sessions on this page.",
    );
  });
});
