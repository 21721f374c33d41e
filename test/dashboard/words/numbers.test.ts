import { describe, expect, test } from "bun:test";
import * as numbers from "../../../embedded/dashboard/words/numbers.ts";

describe("numbers on pages", () => {
  test("have a dash for no value, never 0", () => {
    expect(numbers.formatScore(null)).toBe("–");
    expect(numbers.formatScore(0.2)).toBe("0");
  });

  test("have a real minus and no sign for nothing", () => {
    expect([4.2, -12, 0.3, -0.2].map((value) => numbers.formatSigned(value))).toEqual([
      "+4",
      "−12",
      "0",
      "0",
    ]);
    expect(numbers.formatSigned(-0.5, 1)).toBe("−0.5");
  });

  test("have three digits that matter, and a unit", () => {
    expect([820, 2_100, 40_000, 571_000, 6_060_000, 7_200_000].map(numbers.formatDuration)).toEqual([
      "820 ms",
      "2.1 s",
      "40 s",
      "9.5 min",
      "1 h 41 min",
      "2 h",
    ]);
    expect([999, 12_400, 3_400_000].map(numbers.formatTokens)).toEqual(["999", "12 k", "3.4 M"]);
  });

  test("of money have two decimals, of things their plural", () => {
    expect(numbers.formatUsd(1263.2)).toBe("$1,263.20");
    expect([numbers.formatThings(1, "turn"), numbers.formatThings(1200, "turn")]).toEqual([
      "1 turn",
      "1,200 turns",
    ]);
  });

  test("of shares keep what is under one per cent", () => {
    expect([0, 0.004, 0.083, 1].map(numbers.formatShare)).toEqual(["0 %", "0.4 %", "8 %", "100 %"]);
  });
});
