import { describe, expect, test } from "bun:test";
import type { Event } from "../../src/normaliser/event.ts";
import { shippedBaselines } from "../../src/metrics/baselines/baseline.ts";
import { measureSession, type MeasureOptions } from "../../src/metrics/measure.ts";
import { call, edit, prompt, sessionOf } from "../turns/events.ts";

const OPTIONS: MeasureOptions = {
  agent: "codex",
  baselinesFor: () => ({ version: 3, baselines: shippedBaselines }),
  contextWindowOf: () => null,
  pesOf: () => null,
  intentOf: () => null,
  costOf: (each) => each.reportedCost,
  sharedKey: false,
  outages: [],
};

function measure(events: readonly (Event | readonly Event[])[], options: Partial<MeasureOptions> = {}) {
  const [first] = measureSession(sessionOf(events), { ...OPTIONS, ...options });
  if (first === undefined) throw new Error("a session without sub-sessions");
  return first;
}

const cart = prompt(0, "Add a cart to the shop");
const page = prompt(65, "Show the cart on the shop's page too");

describe("a measure", () => {
  test("holds what was spent against what is usual for its size", () => {
    const tokens = { input: 1000, output: 200, cacheRead: 5000, cacheCreation: 400 };
    const measured = measure([cart, call(1, 5, { tokens }), page, call(66, 70, { tokens })]);
    expect(measured.actual).toEqual({ tokens: 2 * (1000 + 1000 + 500 + 500), turns: 2, humanSeconds: 60 });
    expect(measured.usual).toEqual({ tokens: 40_000, turns: 1.5, humanSeconds: 40 });
    expect(measured).toMatchObject({ weight: 1.5, baselineVersion: 3 });
    expect(measured.axes).toEqual({ t: 1, n: Math.log(1.5 / 2), h: Math.log(40 / 60) });
  });

  test("weighs by its size, never by its turns", () => {
    const asked = Array.from({ length: 9 }, (_, index) =>
      prompt(100 * index, `Explain cart number ${index} of the shop`),
    );
    const work = asked.flatMap((each, index) => [each, call(100 * index + 1, 100 * index + 5)]);
    expect(measure(work).actual.turns).toBe(9);
    expect(measure(work).weight).toBe(measure([cart, call(1, 5)]).weight);
  });

  test("has human time from its second prompt on", () => {
    expect(measure([cart, call(1, 5)]).axes.h).toBeNull();
    expect(measure([cart, call(1, 5), page, call(66, 70)]).axes.h).not.toBeNull();
  });

  test("has no tokens when the result of a call is unknown", () => {
    const measured = measure([cart, call(1, 5), call(6, 7, { result: "unknown" })]);
    expect(measured.axes.t).toBeNull();
    expect(measured.sse).toBeNull();
  });

  test("counts helpers' calls as spend and nothing else", () => {
    const helper = call(6, 9, { helper: true, reportedCost: 5 });
    const measured = measure([cart, call(1, 5, { reportedCost: 40 }), helper]);
    expect(measured.costMicroUsd).toBe(45);
    expect(measured.actual.tokens).toBe(150);
    expect(measure([cart, call(1, 5)]).costMicroUsd).toBeNull();
  });

  test("shows the median latency of calls that worked", () => {
    const lasting = (from: number, seconds: number) => call(from, from + seconds);
    expect(measure([cart, lasting(1, 6), lasting(10, 3)]).medianMsPerToken).toBe(75);
  });

  test("says why each null is null", () => {
    const headless = prompt(0, null, { interactive: false });
    expect(measure([headless, call(1, 5)]).missing).toEqual({
      pes: "text_withheld",
      ie: "text_withheld",
      crr: "no_context_window",
      qr: "no_edits",
      humanTime: "not_interactive",
    });
    const known = measure([cart, call(1, 5), edit(6, "a.ts")], { contextWindowOf: () => 1000 });
    expect(known.missing).toEqual({ pes: "not_judged", crr: "too_few", qr: "too_few", humanTime: "too_few" });
    expect(measure([cart]).missing).toMatchObject({ sse: "no_calls", ie: "no_calls" });
  });
});
