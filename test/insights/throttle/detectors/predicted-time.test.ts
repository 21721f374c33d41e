import { describe, expect, test } from "bun:test";
import {
  learnUsualTimes,
  predictedTime,
  unusualness,
} from "../../../../src/insights/throttle/detectors/predicted-time.ts";

/** Calls that take exactly what their tokens say. */
function exactCalls(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const [output, input] = [100 + 37 * (index % 11), 500 + 211 * (index % 7)];
    return { output, input, durationMs: Math.round(30 * (output + 50) ** 0.9 * (input + 1) ** 0.1) };
  });
}

describe("what is usual for a model", () => {
  test("is unknown without a call", () => {
    expect(learnUsualTimes([])).toBeNull();
  });

  test("is the median below 30 calls", () => {
    const usual = learnUsualTimes(
      [1_000, 2_000, 9_000].map((durationMs) => ({ durationMs, output: 5, input: 5 })),
    );
    expect(usual && predictedTime(usual, { output: 9_000, input: 9_000 })).toBeCloseTo(2_000, 6);
  });

  test("follows output and uncached input from 30 calls on", () => {
    const usual = learnUsualTimes(exactCalls(77));
    if (usual === null) throw new Error("nothing was learned");
    expect(usual.perOutput).toBeCloseTo(0.9, 1);
    expect(usual.perInput).toBeCloseTo(0.1, 1);
    for (const call of exactCalls(77))
      expect(Math.abs(predictedTime(usual, call) / call.durationMs - 1)).toBeLessThan(0.03);
  });

  test("is not moved by outliers", () => {
    const calls = exactCalls(77).map((call, index) =>
      index % 5 === 0 ? { ...call, durationMs: call.durationMs * 40 } : call,
    );
    const [usual, spared] = [learnUsualTimes(calls), learnUsualTimes(exactCalls(77))];
    if (usual === null || spared === null) throw new Error("nothing was learned");
    const size = { output: 300, input: 900 };
    expect(predictedTime(usual, size) / predictedTime(spared, size)).toBeLessThan(1.2);
  });

  test("takes the usual size where tokens are not known", () => {
    const usual = learnUsualTimes(exactCalls(77));
    const unknown = usual && predictedTime(usual, { output: null, input: null });
    expect(unknown).toBeGreaterThan(3_000);
    expect(unknown).toBeLessThan(20_000);
  });
});

describe("how unusual a call is", () => {
  test("is 0 where one call is all that is known", () => {
    const call = { durationMs: 700, output: 1, input: 1 };
    const usual = learnUsualTimes([call]);
    expect(usual && unusualness(usual, call)).toBe(0);
  });

  test("rests on the mean deviation where more than half of the calls are alike", () => {
    const call = (durationMs: number) => ({ durationMs, output: 1, input: 1 });
    const usual = learnUsualTimes([...Array.from({ length: 9 }, () => call(1_000)), call(1_000 * Math.E)]);
    if (usual === null) throw new Error("nothing was learned");
    expect(unusualness(usual, call(1_000 * Math.E))).toBeCloseTo(1 / (1.2533 * 0.1), 6);
  });
});
