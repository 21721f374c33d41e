import { expect, test } from "bun:test";
import { weightedMean } from "../../src/scores/weighted-mean.ts";

test("a mean of scores of 100 is 100 with whatever weights, not a little more", () => {
  const means = [];
  for (let seed = 1; seed < 200; seed += 1) {
    const weights = Float64Array.of(seed / 7, (seed + 3) / 11, (seed * 5) / 13);
    means.push(weightedMean(Float64Array.of(100, 100, 100), weights)?.mean ?? NaN);
  }
  expect(Math.max(...means)).toBe(100);
});
