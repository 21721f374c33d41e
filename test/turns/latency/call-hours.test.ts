import { describe, expect, test } from "bun:test";
import { gatherCallHours } from "../../../src/turns/latency/call-hours.ts";
import { at, call, failedCall, HOURS, prompt, turnsOf } from "../events.ts";

describe("calls by hour", () => {
  test("are in the hour in which they start, by model, helpers' left out", () => {
    const turns = turnsOf(
      prompt(0, "Rename the parser"),
      call(1, 3),
      call(HOURS - 1, HOURS + 9),
      call(HOURS + 10, HOURS + 11, { model: "model-b" }),
      call(HOURS + 12, HOURS + 13, { helper: true }),
    );
    expect(gatherCallHours(turns).map(({ hour, model, calls }) => [hour, model, calls.length])).toEqual([
      [at(0), "model-a", 2],
      [at(HOURS), "model-b", 1],
    ]);
  });

  test("have a duration only when they succeeded and report it", () => {
    const turns = turnsOf(
      prompt(0, "Rename the parser"),
      call(1, 3),
      call(4, 5, { durationMs: null }),
      call(6, 7, { result: "unknown" }),
      failedCall(8, true),
    );
    const calls = gatherCallHours(turns).flatMap((one) => one.calls);
    expect(calls.map(({ failed, durationMs }) => [failed, durationMs])).toEqual([
      [false, 2_000],
      [false, null],
      [false, null],
      [true, null],
    ]);
  });

  test("report their tokens and, when they failed, the status", () => {
    const tokens = { input: 3, output: 40, cacheRead: 900, cacheCreation: 20 };
    const turns = turnsOf(
      prompt(0, "Rename the parser"),
      call(1, 3, { tokens }),
      call(4, 5, { tokens: { ...tokens, input: null, output: null } }),
      failedCall(8, true),
    );
    const calls = gatherCallHours(turns).flatMap((hour) => hour.calls);
    expect(calls.map(({ output, uncached, status }) => [output, uncached, status])).toEqual([
      [40, 23, null],
      [null, null, null],
      [10, 100, 500],
    ]);
  });
});
