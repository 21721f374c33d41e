import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import { countResets } from "../../../src/metrics/resets/resets.ts";
import { call, compaction, fill, prompt, reset, sessionOf, window } from "../../turns/events.ts";

type Events = readonly (Event | readonly Event[])[];

/** Chances, good and bad per sub-session; the session is closed unless `after` says so many seconds. */
function counts(events: Events, { after, known = null }: { after?: number; known?: number | null } = {}) {
  const { subSessions } = sessionOf(events, after === undefined ? {} : { after });
  return countResets(subSessions, () => known).map(({ chances, good, bad }) => [chances, good, bad]);
}

/** So many prompts about the same thing, ten seconds apart from the given second on, each with one small call. */
function turns(count: number, from: number, input: number): Event[] {
  return Array.from({ length: count }, (_, number) => from + number * 10).flatMap((seconds) => [
    prompt(seconds, `The shop's cart should keep its total too, part ${seconds}`),
    fill(seconds + 2, input),
  ]);
}

const begin = [window(0, 1000), prompt(0, "Add a cart to the shop, it should keep its total")];

describe("a chance", () => {
  test("is none where the window is unknown", () => {
    expect(counts([prompt(0, "Add a cart"), fill(1, 900), turns(5, 10, 950)])).toEqual([[0, 0, 0]]);
  });

  test("uses the window that the price table holds", () => {
    expect(counts([prompt(0, "Add a cart"), fill(1, 700)], { known: 1000 })).toEqual([[1, 0, 1]]);
  });

  test("is a climb past 60 % and one past 80 %, each once until it fell below", () => {
    const chances = (...fills: number[]) =>
      counts([begin, fills.map((input, number) => fill(1 + number, input))])[0]?.[0];
    expect(chances(600)).toBe(0);
    expect(chances(601, 650, 700)).toBe(1);
    expect(chances(700, 810)).toBe(2);
    expect(chances(900)).toBe(2);
    expect(chances(700, 590, 700)).toBe(2);
  });

  test("counts what was cached, and foreground calls only", () => {
    const cached = { tokens: { input: 100, output: 1, cacheRead: 500, cacheCreation: 100 } };
    expect(counts([begin, fill(1, 0, cached)])[0]?.[0]).toBe(1);
    expect(counts([begin, fill(1, 900, { foreground: false })])[0]?.[0]).toBe(0);
  });

  test("is a later sub-session that begins with over 30 %", () => {
    const other = [reset(50), prompt(60, "Add a bank")];
    expect(counts([begin, fill(1, 310), other])).toEqual([
      [0, 0, 0],
      [1, 1, 0],
    ]);
    expect(counts([begin, fill(1, 300), other])[1]).toEqual([0, 0, 0]);
  });
});

describe("a chance is kept", () => {
  test("by a manual reset or compaction within three turns", () => {
    const climb = [...begin, fill(1, 700)];
    expect(counts([climb, turns(3, 10, 710), compaction(45, "manual")])).toEqual([[1, 1, 0]]);
    expect(counts([climb, turns(3, 10, 710), reset(45)])).toEqual([[1, 1, 0]]);
    expect(counts([climb, turns(4, 10, 710), reset(55)])).toEqual([[1, 0, 1]]);
  });

  test("by one reset together with all other open ones", () => {
    expect(counts([begin, fill(1, 700), fill(2, 850), reset(5)])).toEqual([[2, 2, 0]]);
  });

  test("by a compaction that a compact command asked for within five seconds", () => {
    const climb = [...begin, fill(1, 700)];
    expect(counts([climb, prompt(10, "/compact"), compaction(14, null)])).toEqual([[1, 1, 0]]);
    expect(counts([climb, prompt(10, "/compact"), compaction(16, null)])).toEqual([[1, 0, 1]]);
    expect(counts([climb, compaction(10, null), prompt(14, "/compact")])).toEqual([[1, 1, 0]]);
    expect(counts([climb, compaction(10, null), prompt(16, "/compact")])).toEqual([[1, 0, 1]]);
  });
});

describe("a chance is let pass", () => {
  test("when three turns went by, or the session closed, and not before", () => {
    const climb = [...begin, fill(1, 700)];
    expect(counts([climb, turns(3, 10, 710)], { after: 60 })).toEqual([[1, 0, 0]]);
    expect(counts([climb, turns(4, 10, 710)], { after: 60 })).toEqual([[1, 0, 1]]);
    expect(counts([climb], { after: 60 })).toEqual([[1, 0, 0]]);
    expect(counts([climb])).toEqual([[1, 0, 1]]);
  });

  test("is counted where it arose", () => {
    const other = [prompt(60, "Write documentation for windows"), fill(61, 100)];
    const { subSessions } = sessionOf([begin, fill(1, 700), reset(30), other]);
    expect(subSessions).toHaveLength(2);
    expect(counts([begin, fill(1, 700), reset(30), other])).toEqual([
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });
});

describe("a reset does harm", () => {
  test("as an automatic compaction between a turn's first and last call", () => {
    expect(counts([begin, fill(1, 500), compaction(2, "automatic"), fill(3, 100)])).toEqual([[0, 0, 1]]);
    expect(counts([begin, fill(1, 500), compaction(2, null), fill(3, 100)])).toEqual([[0, 0, 1]]);
    expect(counts([begin, fill(1, 500), compaction(2, "automatic")])).toEqual([[0, 0, 0]]);
    expect(counts([begin, compaction(1, "automatic"), fill(2, 100)])).toEqual([[0, 0, 0]]);
  });

  test("under five turns after a reset", () => {
    const [first] = counts([begin, fill(1, 100), reset(5), turns(4, 10, 100), reset(55)]);
    expect(first).toEqual([0, 0, 0]);
    const bad = (between: number) =>
      counts([begin, reset(5), turns(between, 10, 100), reset(200)]).reduce(
        (sum, [, , each]) => sum + (each ?? 0),
        0,
      );
    expect(bad(4)).toBe(1);
    expect(bad(5)).toBe(0);
  });
});

describe("a fall by half", () => {
  test("closes open chances where neither commands nor compactions are seen", () => {
    expect(counts([begin, fill(1, 700), fill(2, 350)])).toEqual([[1, 0, 0]]);
    expect(counts([begin, fill(1, 700), fill(2, 351)])).toEqual([[1, 0, 1]]);
  });

  test("is a compaction where only commands are seen", () => {
    const seen = prompt(0.5, "/model");
    expect(counts([begin, seen, fill(1, 500), fill(2, 100)])).toEqual([[0, 0, 1]]);
    expect(counts([begin, fill(1, 700), prompt(10, "/compact"), fill(60, 100)])).toEqual([[1, 1, 0]]);
  });

  test("is nothing where the agent reports compactions", () => {
    const reported = compaction(0.5, "automatic");
    expect(counts([begin, reported, fill(1, 500), call(2, 3)])).toEqual([[0, 0, 0]]);
  });
});
