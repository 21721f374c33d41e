import { describe, expect, test } from "bun:test";
import { mean, percentile } from "../../../src/turns/latency/percentiles.ts";

describe("percentiles", () => {
  test("of nothing are unknown", () => {
    expect(percentile([], 0.5)).toBeNull();
    expect(mean([])).toBeNull();
  });

  test("of one value are that value", () => {
    expect([percentile([7], 0.5), percentile([7], 0.99)]).toEqual([7, 7]);
  });

  test("are between their two neighbours", () => {
    expect(percentile([10, 20], 0.5)).toBe(15);
    expect(percentile([0, 10, 20, 30, 40], 0.95)).toBeCloseTo(38, 9);
    expect(mean([1, 2, 6])).toBe(3);
  });
});
