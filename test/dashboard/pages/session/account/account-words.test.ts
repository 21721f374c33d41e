import { describe, expect, test } from "bun:test";
import {
  nameOther,
  sayNoScore,
  sayNotes,
  sayRepair,
  sayUsual,
  sayWhy,
} from "../../../../../embedded/dashboard/pages/session/account/account-words.ts";
import type { TurnEntry } from "../../../../../src/metrics/sub-sessions/turn-entry-answer.ts";
import { GOES_ON, QUESTION } from "./entries.ts";

type Reasons = NonNullable<TurnEntry["why"]>;

function because(reasons: Partial<Reasons>, kind: "new" | "on" = "on"): string | null {
  const why = { ...(GOES_ON.why as Reasons), ...reasons };
  return sayWhy({ ...GOES_ON, kind, why });
}

describe("why a turn is of its kind", () => {
  test("names the words, paths and cues that decided", () => {
    expect(because({})).toBe("40 % of its words are known from the changes before, so it went on.");
    expect(because({ knownPaths: 0, knownWords: 0, newGoalCue: true }, "new")).toBe(
      "None of its words is known from the changes before, the paths that it names are new and it begins like a new goal, so it opened something new.",
    );
    expect(because({ knownPaths: 1, referenceCue: true })).toContain(
      "the paths that it names are known and it refers back",
    );
    expect(because({ knownPaths: 0.5, repair: true })).toContain(
      "50 % of the paths that it names are known and it is a repair",
    );
  });

  test("says that nothing came before it", () => {
    expect(because({ knownWords: null, z: null }, "new")).toBe(
      "Nothing was changed in the 24 hours before it, so it opened something new.",
    );
  });

  test("says that its text is not known", () => {
    expect(sayWhy({ ...GOES_ON, kind: "change", why: null })).toContain("text of its prompt is not known");
    expect(sayWhy(QUESTION)).toBeNull();
  });
});

describe("what a turn took", () => {
  test("is said together with what a turn of its kind usually takes", () => {
    expect(sayUsual(GOES_ON, "own")).toBe(
      "This turn took 61,200 tokens and 30 s of human time; a turn that goes on usually takes 45,000 and 47 s here.",
    );
    expect(sayUsual({ ...GOES_ON, humanTime: null }, "own")).toBe(
      "This turn took 61,200 tokens; a turn that goes on usually takes 45,000 here.",
    );
  });

  test("is held against shipped values as long as there are no own ones", () => {
    expect(sayUsual(GOES_ON, "shipped")).toEndWith("usually takes 45,000 and 47 s by the shipped values.");
  });

  test("is what a question earns, tokens up to twice the usual", () => {
    expect(sayUsual(QUESTION, "own")).toBe("It changed nothing, so it earns what it took.");
    const tokens = { actual: 60_000, earned: 50_000, usual: 25_000 };
    expect(sayUsual({ ...QUESTION, tokens }, "own")).toEndWith("of tokens at most twice the usual 25,000.");
    expect(sayUsual({ ...QUESTION, kind: "prep" }, "own")).toEndWith("and six tenths of its time.");
  });
});

describe("what else decided", () => {
  test("is nothing for a usual turn", () => {
    expect(sayNotes(GOES_ON, "own")).toEqual([]);
    expect(sayNotes(QUESTION, "own")).toEqual([]);
  });

  test.each([
    [{ unit: 0.6, lines: 3 }, "3 lines; small changes here have 5, so it counts as 60 % of a whole one."],
    [{ volume: 2.4 }, "The work of 2.4 usual turns: excused, not rewarded."],
    [{ pause: 1_860, humanTime: null }, "31 min before it: a pause, counts for nothing."],
    [
      { humanTime: { actual: 100, earned: 47, usual: 47, gapSeconds: 240 } },
      "4 min before it, counts as 100 s.",
    ],
    [{ humanTime: null }, "The time before it is not counted."],
    [{ undone: null }, "It is not known whether it was undone."],
    [
      { tokens: { actual: 180_000, earned: 45_000, usual: 45_000 } },
      "Its tokens are cut at 4 times the usual.",
    ],
    [
      { humanTime: { actual: 10, earned: 25, usual: 47, gapSeconds: 10 } },
      "It took little human time: it earns at most 2.5 times that.",
    ],
  ])("%o is said", (change, note) => {
    expect(sayNotes({ ...GOES_ON, ...change }, "own")).toEqual([note]);
  });

  test("leaves out a volume that is shown as 1.0", () => {
    expect(sayNotes({ ...GOES_ON, volume: 1.02 }, "own")).toEqual([]);
  });
});

test("a small change is held against the shipped values as long as there are no own ones", () => {
  expect(sayNotes({ ...GOES_ON, unit: 0.2, lines: 1 }, "shipped")).toEqual([
    "1 line; by the shipped values small changes have 5, so it counts as 20 % of a whole one.",
  ]);
});

describe("a repair", () => {
  const turn = { sessionId: "s", turnId: "t1", turnIndex: 1 };
  const said = (rule: "correction" | "refusal" | "undo" | "duplicate") => {
    const naming = sayRepair({ ...GOES_ON, repair: true, repairOf: { rule, ...turn } });
    expect(naming?.turn).toEqual(turn);
    return `${naming?.before}turn 1${naming?.after}`;
  };

  test("says which rule makes it one, and names the turn that it repairs", () => {
    expect(said("correction")).toBe("A repair: its words correct the turn before it, turn 1.");
    expect(said("refusal")).toBe("A repair: a person interrupted or rejected the work of turn 1.");
    expect(said("duplicate")).toBe(
      "A repair: it asks again for what turn 1 asked for, in nearly the same words.",
    );
  });

  test("that undoes something is the only one of its undo", () => {
    expect(said("undo")).toBe(
      "A repair: it takes back what turn 1 changed. One undo is one repair: it makes no later turn a second one.",
    );
  });

  test("may be one without a known reason, and most turns are none", () => {
    expect(sayRepair({ ...GOES_ON, repair: true })).toMatchObject({ turn: null });
    expect(sayRepair(GOES_ON)).toBeNull();
  });
});

describe("another turn", () => {
  test("is named by its number, and by its session where that is another one", () => {
    const turn = { sessionId: "s", turnId: "t3", turnIndex: 3 };
    expect(nameOther(turn, "s")).toBe("turn 3");
    expect(nameOther(turn, "other")).toBe("turn 3 of another session");
    expect(nameOther({ ...turn, turnIndex: 0 }, "s")).toBe("the work before the first prompt");
  });
});

test("a task without a score says why", () => {
  const nothing = { took: null, earned: null };
  const prompts = { took: 1, earned: 1 };
  const none = { tokens: nothing, turns: prompts, humanTime: nothing };
  const turnsOf = (entry: TurnEntry) => [{ entry, amounts: none }];
  const paused: TurnEntry = { ...GOES_ON, pause: 1_860 };
  expect(sayNoScore({ total: none, turns: turnsOf(paused) })).toContain("a prompt within 20 minutes");
  expect(sayNoScore({ total: none, turns: turnsOf(GOES_ON) })).toContain("sent neither tokens");
  expect(sayNoScore({ total: { ...none, tokens: prompts }, turns: turnsOf(GOES_ON) })).toContain(
    "no model call is known to have succeeded",
  );
});
