import { describe, expect, test } from "bun:test";
import type { JudgeProblem } from "../../../src/judge/question.ts";
import { isPromptsFault, Patience, retryAfter } from "../../../src/rubric/judging/patience.ts";

const AWAY: JudgeProblem = { kind: "unreachable" };
const MINUTE = 60_000;

describe("a server that fails", () => {
  test.each([
    { kind: "unreachable" },
    { kind: "timed_out" },
    { kind: "key_refused" },
    { kind: "unknown_model" },
    { kind: "offline" },
    { kind: "server_failed", status: 500 },
    { kind: "rate_limited", retryAfterMs: null },
  ] satisfies JudgeProblem[])("is left alone for a second at first: %p", (problem) => {
    const patience = new Patience();
    patience.hear({ problem, askedAt: 0, now: 10 });
    expect(patience.leftMs(10)).toBe(1_000);
    expect(patience.leftMs(1_010)).toBe(0);
  });

  test("is not asked for twice as long after each failure, for five minutes at most", () => {
    const patience = new Patience();
    const pauses: number[] = [];
    for (let now = 0; pauses.length < 12; now += 10 * MINUTE) {
      patience.hear({ problem: AWAY, askedAt: now, now });
      pauses.push(patience.leftMs(now) / 1_000);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  });

  test("is not asked for as long as it asks, for five minutes at most", () => {
    for (const [retryAfterMs, leftMs] of [
      [20_000, 20_000],
      [24 * 60 * MINUTE, 5 * MINUTE],
    ] as const) {
      const patience = new Patience();
      patience.hear({ problem: { kind: "rate_limited", retryAfterMs }, askedAt: 0, now: 0 });
      expect(patience.leftMs(0)).toBe(leftMs);
    }
  });

  test("is blamed once for all that was under way", () => {
    const patience = new Patience();
    for (const now of [10, 11, 12]) patience.hear({ problem: AWAY, askedAt: 5, now });
    expect(patience.leftMs(10)).toBe(1_000);
  });

  test("is tried with one prompt, and with all again once it answers", () => {
    const patience = new Patience();
    expect(patience.mostOf(8)).toBe(8);
    patience.hear({ problem: AWAY, askedAt: 0, now: 1 });
    expect(patience.mostOf(8)).toBe(1);
    patience.hear({ problem: null, askedAt: 2, now: 3 });
    expect([patience.mostOf(8), patience.leftMs(3)]).toEqual([8, 0]);
  });

  test("is reported at its third failure in a row, and when it is well again", () => {
    const patience = new Patience();
    const hear = (problem: JudgeProblem | null, at: number) =>
      patience.hear({ problem, askedAt: at, now: at });
    expect([1, 2, 3, 4].map((at) => hear(AWAY, at))).toEqual(["same", "same", "away", "same"]);
    expect([hear(null, 5), hear(null, 6), hear(AWAY, 7), hear(null, 8)]).toEqual([
      "well_again",
      "same",
      "same",
      "same",
    ]);
  });
});

describe("a spent budget", () => {
  test("is looked at again after a minute", () => {
    const patience = new Patience();
    patience.hear({
      problem: { kind: "out_of_budget", resetsAt: 30 * 24 * 60 * MINUTE },
      askedAt: 0,
      now: 0,
    });
    expect(patience.leftMs(0)).toBe(MINUTE);
  });
});

describe("a prompt that fails", () => {
  test.each([
    [{ kind: "refused" }, true],
    [{ kind: "unfit_answer" }, true],
    [{ kind: "server_failed", status: 400 }, true],
    [{ kind: "timed_out" }, true],
    [{ kind: "server_failed", status: 500 }, true],
    [{ kind: "unreachable" }, false],
    [{ kind: "out_of_budget", resetsAt: 0 }, false],
  ] satisfies [JudgeProblem, boolean][])("may be at fault itself: %p: %p", (problem, expected) => {
    expect(isPromptsFault(problem)).toBe(expected);
  });

  test.each([
    { kind: "refused" },
    { kind: "unfit_answer" },
    { kind: "server_failed", status: 413 },
  ] satisfies JudgeProblem[])("does not keep the others from being asked: %p", (problem) => {
    const patience = new Patience();
    patience.hear({ problem, askedAt: 0, now: 0 });
    expect([patience.leftMs(0), patience.mostOf(8)]).toEqual([0, 8]);
  });

  test("is tried again after a minute, then later and later, once a day at least", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 20].map((failures) => retryAfter(failures) / MINUTE)).toEqual([
      1, 4, 16, 64, 256, 1024, 1440, 1440,
    ]);
  });
});
