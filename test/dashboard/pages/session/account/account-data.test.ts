import { describe, expect, test } from "bun:test";
import {
  type Accounted,
  accountTable,
} from "../../../../../embedded/dashboard/pages/session/account/account-data.ts";
import {
  addLines,
  apportion,
  AXIS_NAMES,
  earnedShare,
  formatAmount,
} from "../../../../../embedded/dashboard/pages/session/account/lines.ts";
import type { TurnEntry } from "../../../../../src/metrics/sub-sessions/turn-entry-answer.ts";
import { GOES_ON, QUESTION } from "./entries.ts";

const PAUSED: TurnEntry = { ...GOES_ON, turnIndex: 4, humanTime: null, pause: 1_860 };

/** Sums in the entries' order, limited as the server does it. */
function accounted(turnEntries: TurnEntry[], cap: "partial" | null = null): Accounted {
  const axis = (name: "tokens" | "turns" | "humanTime") => {
    const sum = (side: "actual" | "earned") =>
      turnEntries.reduce((total, entry) => total + (entry[name]?.[side] ?? 0), 0);
    const [actual, all] = [sum("actual"), sum("earned")];
    if (actual === 0) return { actual: null, earned: null, axis: null };
    const earned = cap === null ? all : Math.min(all, actual * Math.exp(-0.1));
    return { actual, earned, axis: Math.log(earned / actual) };
  };
  const axes = { tokens: axis("tokens"), turns: axis("turns"), humanTime: axis("humanTime") };
  const facts = { undone: { humanTimeEarned: null }, changeTurns: 2, latency: { medianMsPerToken: null } };
  const breakdown = { ...axes, ...facts, cap };
  return { breakdown, turnEntries };
}

describe("the account of a sub-session as a table", () => {
  test("is not there without the entries of its turns", () => {
    expect(accountTable({ ...accounted([]), turnEntries: [] })).toBeNull();
  });

  test("has columns that add up to the score's sums, to the last shown digit", () => {
    for (let seed = 1; seed < 200; seed++) {
      const entries = Array.from({ length: (seed % 23) + 1 }, (_, place) => madeUp(seed * 100 + place));
      const of = accounted(entries, seed % 2 === 0 ? "partial" : null);
      const table = accountTable(of);
      if (table === null) throw new Error("there is no table");
      const lines = table.turns.map(({ amounts }) => amounts);
      if (table.limit !== null) lines.push(table.limit.amounts);
      expect(addLines(lines)).toEqual(table.total);
      for (const axis of AXIS_NAMES) {
        const { actual, earned } = of.breakdown[axis];
        if (table.total[axis].took !== null) {
          expect(formatAmount(table.total[axis].took, axis)).toBe(formatAmount(actual, axis));
          expect(formatAmount(table.total[axis].earned, axis)).toBe(formatAmount(earned, axis));
        }
      }
    }
  });

  test("shows what the outcome takes away as a line of its own", () => {
    expect(accountTable(accounted([GOES_ON, QUESTION]))?.limit).toBeNull();
    const table = accountTable(accounted([GOES_ON, QUESTION], "partial"));
    expect(table?.limit?.outcome).toBe("partial");
    expect(table?.together.turns).toEqual({ took: 2, earned: 2.1 });
    expect(table?.limit?.amounts.turns).toEqual({ took: null, earned: -0.29 });
    expect(table?.total.turns).toEqual({ took: 2, earned: 1.81 });
  });

  test("leaves empty what a turn has no entry for", () => {
    const table = accountTable(accounted([GOES_ON, PAUSED]));
    expect(table?.turns[1]?.amounts.humanTime).toEqual({ took: null, earned: null });
    expect(table?.total.humanTime).toEqual({ took: 30, earned: 47 });
  });

  test("says how much of what was taken was earned", () => {
    expect(earnedShare({ took: 200, earned: 184 })).toBe(0.92);
    expect(earnedShare({ took: null, earned: null })).toBeNull();
  });
});

describe("rounding to a sum", () => {
  test("moves those that are nearest to being rounded the other way", () => {
    const isFixed = [false, false, false];
    expect(apportion([0.4, 0.4, 0.4], { decimals: 0, isFixed })).toEqual([1, 0, 0]);
    expect(apportion([1.6, 1.7, 1.9], { decimals: 0, isFixed })).toEqual([1, 2, 2]);
    expect(apportion([0.29, null, 0.006], { decimals: 2, isFixed })).toEqual([0.29, null, 0.01]);
  });

  test("leaves what is fixed as long as it can", () => {
    expect(apportion([0.4, 0.4, 0.4], { decimals: 0, isFixed: [true, true, false] })).toEqual([0, 0, 1]);
  });
});

/** Differs with its seed, in all of its amounts. */
function madeUp(seed: number): TurnEntry {
  const part = (of: number): number => ((seed * 7_919 * of) % 1_000) / 1_000;
  const humanTime = { actual: 1 + part(5) * 99, earned: part(7) * 70, usual: 47, gapSeconds: 30 };
  return {
    ...GOES_ON,
    turnIndex: seed,
    tokens: { actual: 1 + part(1) * 90_000, earned: part(2) * 60_000, usual: 45_000 },
    turns: seed % 7 === 0 ? null : { actual: 1, earned: part(3) * 1.1 },
    humanTime: seed % 3 === 0 ? null : humanTime,
  };
}
