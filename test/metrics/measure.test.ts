import { describe, expect, test } from "bun:test";
import type { Event } from "../../src/normaliser/event.ts";
import { storedTurn } from "../../src/metrics/accounts/stored-turns.ts";
import { type BaselineVersion, SHIPPED_VERSION } from "../../src/metrics/baselines/baseline-versions.ts";
import { classifyTurns } from "../../src/metrics/kinds/classify.ts";
import { readTurns } from "../../src/metrics/kinds/read-turns.ts";
import { measureSession, type MeasureOptions } from "../../src/metrics/measure.ts";
import { named } from "../session-names.ts";
import { call, edit, prompt, sessionOf } from "../turns/events.ts";

const VERSION: BaselineVersion = { ...SHIPPED_VERSION, version: 3, source: "learned" };

const OPTIONS: Omit<MeasureOptions, "classified"> = {
  agent: "codex",
  baselinesFor: () => VERSION,
  contextWindowOf: () => null,
  pesOf: () => null,
  intentOf: () => null,
  costOf: (each) => each.reportedCost,
  sharedKey: false,
};

/** The first sub-session of a developer's only session. */
function measure(events: readonly (Event | readonly Event[])[], options: Partial<MeasureOptions> = {}) {
  const session = sessionOf(events);
  const { agent, intentOf } = OPTIONS;
  const reading = { session: named("session"), agent, intentOf, outages: [], trace: (text: string) => text };
  const turns = classifyTurns(readTurns(session, reading), { holeBetween: () => false });
  const classified = new Map(turns.map((turn) => [turn.turn.index, storedTurn(turn)]));
  const [first] = measureSession(session, { ...OPTIONS, classified, ...options });
  if (first === undefined) throw new Error("a session without sub-sessions");
  return first;
}

const cart = prompt(0, "Add a cart to the shop");
const page = prompt(65, "Show the cart on the shop's page too");

describe("a measure", () => {
  test("holds what its turns earned against what they took", () => {
    const tokens = { input: 1000, output: 200, cacheRead: 5000, cacheCreation: 400 };
    const work = [cart, call(1, 4, { tokens }), edit(5, "a.ts"), page, call(66, 70, { tokens })];
    const { account, baselineVersion } = measure(work);
    const each = 1000 + 1000 + 500 + 500;
    expect(account.took).toEqual({ t: 2 * each, n: 2, h: 60, k: 60 });
    // four of the least five lines, and a question that earns what it took
    expect(account.earned.t).toBeCloseTo(0.8 * 2.5 * each + each, 6);
    expect(account.earned).toMatchObject({ n: 0.8 * 1.1 + 1, h: 60, k: 60 });
    expect(baselineVersion).toBe(VERSION);
  });

  test("weighs by its turns that changed something, and at least one", () => {
    const asked = Array.from({ length: 9 }, (_, index) =>
      prompt(100 * index, `Explain cart number ${index} of the shop`),
    );
    const work = asked.flatMap((each, index) => [each, call(100 * index + 1, 100 * index + 5)]);
    expect(measure(work).account).toMatchObject({ took: { n: 9 }, weight: 1, changeTurns: 0 });
    const changed = [...work, edit(6, "a.ts"), edit(106, "b.ts")];
    expect(measure(changed).account).toMatchObject({ took: { n: 9 }, weight: 2, changeTurns: 2 });
  });

  test("has human time from its second prompt on", () => {
    expect(measure([cart, call(1, 5)])).toMatchObject({ account: { took: { h: 0 } } });
    expect(measure([cart, call(1, 5), page, call(66, 70)])).toMatchObject({ account: { took: { h: 60 } } });
  });

  test("has no human time, and says why, where every gap was a pause", () => {
    const after = prompt(1300, "Show the cart on the shop's page too");
    const paused = measure([cart, call(1, 5), after, call(1301, 1302)]);
    expect(paused.account.took).toMatchObject({ h: 0, k: 0 });
    expect(paused.missing).toMatchObject({ humanTime: "pauses" });
    const soon = prompt(1310, "Print the cart of every customer");
    const both = measure([cart, call(1, 5), after, call(1301, 1302), soon]);
    expect(both.account.took.h).toBe(8);
    expect(both.missing).not.toHaveProperty("humanTime");
  });

  test("has no tokens when the result of a call is unknown", () => {
    const measured = measure([cart, call(1, 5), call(6, 7, { result: "unknown" })]);
    expect(measured.account.took.t).toBe(0);
    expect(measured.sse).toBeNull();
  });

  test("counts helpers' calls as spend and nothing else", () => {
    const helper = call(6, 9, { helper: true, reportedCost: 5 });
    const measured = measure([cart, call(1, 5, { reportedCost: 40 }), helper]);
    expect(measured.costMicroUsd).toBe(45);
    expect(measured.account.took.t).toBe(150);
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
