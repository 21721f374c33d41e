import { describe, expect, test } from "bun:test";
import {
  describeStrip,
  fixesOf,
  lanesOf,
  sayPresence,
  stateOf,
  stripOf,
  wholeDays,
} from "../../../../embedded/dashboard/pages/settings/status/presence/presence-data.ts";
import "../../learned-names.ts";

const NOBODY = { people: 0, quiet: 0, absent: 0, withoutText: 0 };
const WINDOW = { from: "2026-11-12T00:00:00Z", to: "2026-11-17T09:00:00Z" };
const GRACE = {
  days: [
    { day: "2026-11-12", turns: 50, promptText: true },
    { day: "2026-11-13", turns: 1, promptText: false },
  ],
  quietSince: "2026-11-16",
};

describe("the window of the strips", () => {
  test("begins with a day, and has as many days as are shown", () => {
    const month = { from: "2026-10-18T09:00:00.000Z", to: "2026-11-17T09:00:00.000Z" };
    expect(wholeDays(month)).toEqual({ ...month, from: "2026-10-19T00:00:00.000Z" });
    const days = { from: "2026-10-01T00:00:00.000Z", to: "2026-10-15T00:00:00.000Z" };
    expect(wholeDays(days)).toEqual(days);
  });

  test("has 90 days at most", () => {
    const year = { from: "2026-01-01T00:00:00.000Z", to: "2026-12-31T00:00:00.000Z" };
    expect(wholeDays(year).from).toBe("2026-10-02T00:00:00.000Z");
  });
});

describe("a strip", () => {
  test("has a square for each day: shade for work, hollow without text, an edge where it stopped", () => {
    const strip = stripOf(GRACE, WINDOW);
    expect(strip.map(({ step }) => step)).toEqual([4, 1, 0, 0, 0, 0]);
    expect(strip.map(({ isHollow }) => isHollow).indexOf(true)).toBe(1);
    expect(strip.findIndex(({ isEdge }) => isEdge)).toBe(4);
    expect(strip[1]?.says).toBe("Fri 13 Nov: 1 turn, no prompt text");
    expect(strip[2]?.says).toBe("Sat 14 Nov: no work");
  });

  test("is a sentence", () => {
    expect(describeStrip(stripOf(GRACE, WINDOW))).toBe("Work on 2 of 6 days, 1 day without prompt text");
  });

  test("has a word", () => {
    expect(stateOf(GRACE)).toEqual({ word: "quiet since 16 Nov", tone: "warn" });
    expect(stateOf({ ...GRACE, quietSince: null }).word).toBe("there");
    expect(stateOf({ days: [], quietSince: null }).word).toBe("no work");
  });
});

describe("the answer", () => {
  test("counts who worked, who went quiet and who has no work", () => {
    expect(sayPresence({ ...NOBODY, people: 8 })).toBe("8 of 8 people worked in this time.");
    expect(sayPresence({ people: 8, quiet: 2, absent: 1, withoutText: 0 })).toBe(
      "7 of 8 people worked in this time; 2 went quiet since a working day, 1 person has no work here.",
    );
  });

  test("names what to fix, the most people first", () => {
    expect(fixesOf({ ...NOBODY, people: 8 })).toEqual([]);
    const fixes = fixesOf({ people: 8, quiet: 1, absent: 0, withoutText: 3 });
    expect(fixes.map(({ title }) => title)).toEqual(["3 people send no prompt text", "1 person went quiet"]);
  });
});

test("the calls of an agent are one lane", () => {
  const hour = "2026-11-12T09:00:00.000Z";
  expect(
    lanesOf([
      { hour, agent: "codex", calls: 3 },
      { hour: "2026-11-12T10:00:00.000Z", agent: "codex", calls: 4 },
      { hour, agent: "claude-code", calls: 1 },
    ]).map(({ name, total }) => [name, total]),
  ).toEqual([
    ["Claude Code", 1],
    ["Codex", 7],
  ]);
});
