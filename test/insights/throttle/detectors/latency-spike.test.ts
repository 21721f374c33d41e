import { describe, expect, test } from "bun:test";
import { findSlowCalls, type JudgedCall } from "../../../../src/insights/throttle/detectors/latency-spike.ts";
import { MINUTE, SECOND } from "../../../../src/vocabulary/units.ts";
import { named } from "../../../session-names.ts";

const PREDICTED = 10 * SECOND;
const BEGINS = Date.UTC(2026, 10, 2, 9);

/** Calls a minute apart; a call of z 3 takes three times as long as predicted. */
function callsOf(...zs: number[]): JudgedCall[] {
  return zs.map((z, index) => {
    const startedAt = BEGINS + index * MINUTE;
    const endedAt = startedAt + Math.max(1, z) * PREDICTED;
    return { session: named("one"), startedAt, endedAt, predictedMs: PREDICTED, z };
  });
}

function zsOf(calls: JudgedCall[]): [kind: string, ...zs: number[]][] {
  return findSlowCalls(calls).map(({ kind, calls: slow }) => [kind, ...slow.map(({ z }) => z)]);
}

describe("a latency spike", () => {
  test.each([
    ["no call", []],
    ["a single slow call", [0, 0, 9, 0, 0]],
    ["three of five slow calls", [0, 3, 0, 3, 3, 0, 0]],
    ["calls that are unusual but not twice as long", [1.9, 1.9, 1.9, 1.9, 1.9]],
  ])("is not %s", (_, zs) => {
    expect(zsOf(callsOf(...zs))).toEqual([]);
  });

  test("opens with two of three very slow calls", () => {
    expect(zsOf(callsOf(0, 4, 0, 5, 0, 0, 0))).toEqual([["spike", 4, 5]]);
  });

  test("opens with four of five slow calls, which all belong to it", () => {
    expect(zsOf(callsOf(0, 3, 2.6, 0, 3, 2.7, 0, 0, 0))).toEqual([["spike", 3, 2.6, 3, 2.7]]);
  });

  test("does not open when the last call is less than twice as long as predicted", () => {
    const calls = callsOf(0, 4, 4).map((call, index) =>
      index === 2 ? { ...call, endedAt: call.startedAt + 1.9 * PREDICTED } : call,
    );
    expect(zsOf(calls)).toEqual([]);
  });

  test("closes after three usual calls in a row", () => {
    expect(zsOf(callsOf(4, 4, 0, 0, 4, 0, 0, 0, 3, 0, 4, 4))).toEqual([
      ["spike", 4, 4, 4],
      ["spike", 4, 4],
    ]);
  });

  test("does not end with calls that are only a little slow", () => {
    expect(zsOf(callsOf(4, 4, 2, 0, 3, 2, 2, 0))).toEqual([["spike", 4, 4, 2, 3]]);
  });

  test("ends with half an hour without a call", () => {
    const later = callsOf(4, 0, 0).map((call) => ({
      ...call,
      startedAt: call.startedAt + 60 * MINUTE,
      endedAt: call.endedAt + 60 * MINUTE,
    }));
    expect(zsOf([...callsOf(4, 4), ...later])).toEqual([["spike", 4, 4]]);
  });
});

describe("a lasting shift", () => {
  const usual = Array.from({ length: 30 }, (_, index) => (index % 3) - 1);

  test("is found when most of 25 calls are slower, early and late ones", () => {
    const slower = Array.from({ length: 40 }, (_, index) => 1.9 + (index % 3) / 100);
    const [found, ...others] = findSlowCalls(callsOf(...usual, ...slower));
    expect(others).toEqual([]);
    expect(found?.kind).toBe("shift");
    expect(found?.calls).toHaveLength(40);
  });

  test("is not a spike, however high", () => {
    const high = Array.from({ length: 12 }, () => 30);
    expect(findSlowCalls(callsOf(...usual, ...high, ...usual)).map(({ kind }) => kind)).toEqual(["spike"]);
  });

  test("ends when the calls are as before", () => {
    const slower = Array.from({ length: 40 }, () => 1.9);
    const found = findSlowCalls(callsOf(...usual, ...slower, ...usual, ...usual));
    expect(found.map(({ calls }) => calls.length)).toEqual([40]);
  });

  test("holds a spike only where it is well above the usual", () => {
    const slower = Array.from({ length: 50 }, () => 3);
    expect(zsOf(callsOf(...usual, ...slower)).map(([kind]) => kind)).toEqual(["shift"]);
    const lasting = Array.from({ length: 40 }, () => 1.9);
    const found = zsOf(callsOf(...usual, ...lasting, 9, 9, 9, 1.4, 1.4, 1.4));
    expect(found.map(([kind]) => kind)).toEqual(["shift", "spike"]);
  });
});
