import { describe, expect, test } from "bun:test";
import { type ClassifiedTurn, classifyTurns, inTurnOrder } from "../../../src/metrics/kinds/classify.ts";
import type { KnownTurn } from "../../../src/metrics/kinds/known-turn.ts";
import { suffixesOf } from "../../../src/metrics/kinds/paths.ts";
import { HOUR, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { expectClose } from "../../golden/cases.ts";
import { knownTurn, ORGANIZATIONS } from "../../golden/organizations.ts";
import { named } from "../../session-names.ts";

const noHole = () => false;

/** A change turn of a minute, so many hours after the first; each in the middle of its session. */
function turn(hours: number, more: Partial<KnownTurn> = {}): KnownTurn {
  const startedAt = hours * HOUR;
  return {
    session: named("session"),
    index: 2,
    agent: "codex",
    startedAt,
    endedAt: startedAt + MINUTE,
    nonTrivial: true,
    interactive: true,
    sessionFirst: false,
    tokens: 1000,
    calls: 1,
    change: true,
    paths: [suffixesOf("/repo/src/cart.ts")],
    lines: 10,
    landed: false,
    words: ["cart", "shop"],
    named: [],
    newGoal: false,
    refersBack: false,
    ownGap: null,
    holeUntil: null,
    ownRepair: false,
    ownRepairOf: null,
    corrects: false,
    refused: false,
    failed: false,
    reverts: [],
    visible: true,
    ...more,
  };
}

/** An other turn. */
function question(hours: number, more: Partial<KnownTurn> = {}): KnownTurn {
  return turn(hours, { change: false, paths: [], lines: 0, words: null, ...more });
}

function classify(...turns: KnownTurn[]): ClassifiedTurn[] {
  return classifyTurns(turns, { holeBetween: noHole });
}

function kinds(...turns: KnownTurn[]): string[] {
  return classify(...turns).map(({ kind }) => kind);
}

/** What is said of the last of some turns. */
function last(...turns: KnownTurn[]): ClassifiedTurn {
  const classified = classify(...turns).at(-1);
  if (classified === undefined) throw new Error("no turn");
  return classified;
}

describe("golden developers", () => {
  for (const [place, { input, output }] of ORGANIZATIONS.entries()) {
    test(`of organization ${place} have their kinds, gaps, repairs and undone turns`, () => {
      for (const [developer, { turns }] of input.entries()) {
        const classified = classifyTurns(turns.map(knownTurn), { holeBetween: noHole }).map((each, at) => ({
          id: turns[at]?.id,
          kind: each.kind,
          gap: each.seconds,
          repair: each.repair,
          undone: each.undone,
        }));
        expectClose(classified, output.classified[developer], `developer ${developer}`);
      }
    });
  }
});

describe("a developer's turns", () => {
  test("are ordered by start, then session, then number", () => {
    const ordered = [
      turn(0, { session: named("b"), index: 1 }),
      turn(1, { session: named("a"), index: 1 }),
      turn(1, { session: named("a"), index: 2 }),
      turn(1, { session: named("b"), index: 2 }),
    ];
    expect(inTurnOrder(ordered.toReversed())).toEqual(ordered);
  });
});

describe("a change turn", () => {
  test("opens something when nothing came before it in 24 hours", () => {
    expect(last(turn(0), turn(24.1)).kind).toBe("new");
    expect(last(turn(0), turn(24)).kind).toBe("on");
    expect(last(turn(24)).why).toMatchObject({ knownWords: null, knownPaths: null, z: null });
  });

  test("goes on with words or paths that are known", () => {
    expect(last(turn(0), turn(1)).why).toMatchObject({ knownWords: 1, z: -3 });
    expect(kinds(turn(0), turn(1, { words: ["bank", "till"] }))).toEqual(["new", "new"]);
    const named = { words: ["bank", "till"], named: [suffixesOf("src/cart.ts")] };
    expect(last(turn(0), turn(1, named))).toMatchObject({ kind: "on", why: { knownPaths: 1, z: -2.5 } });
    const foreign = { words: ["cart", "till"], named: [suffixesOf("src/bank.ts")] };
    expect(last(turn(0), turn(1, foreign))).toMatchObject({ kind: "on", why: { knownPaths: 0, z: -0.5 } });
  });

  test("has no known words when it has fewer than two", () => {
    expect(last(turn(0), turn(1, { words: ["cart"] })).why?.knownWords).toBe(0);
  });

  test("is held against the last three prompts with a known text, and against all paths", () => {
    const [second, third, fourth] = [1, 2, 3].map((hours) =>
      turn(hours, { words: [`a${hours}`, `b${hours}`], paths: [] }),
    );
    if (second === undefined || third === undefined || fourth === undefined) throw new Error("three turns");
    expect(last(turn(0), second, third, fourth, turn(4)).why?.knownWords).toBe(0);
    expect(last(turn(0), second, third, turn(3, { words: null }), turn(4)).why?.knownWords).toBe(1);
    const named = turn(4, { named: [suffixesOf("cart.ts")] });
    expect(last(turn(0), second, third, fourth, named).why?.knownPaths).toBe(1);
  });

  test("opens something at a new goal, and goes on where it refers back or repairs", () => {
    const far = { words: ["bank", "till", "cart"] };
    expect(last(turn(0), turn(1, far)).kind).toBe("on");
    expect(last(turn(0), turn(1, { ...far, newGoal: true })).kind).toBe("new");
    expect(last(turn(0), turn(1, { words: ["bank", "till"], refersBack: true })).kind).toBe("on");
    expect(last(turn(0), turn(1, { words: ["bank", "till"], ownRepair: true })).kind).toBe("on");
  });

  test("goes on at a tie", () => {
    const words = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "cart"];
    const tie = turn(1, { words: [...words.slice(0, 13), "cart", "shop"] });
    expect(last(turn(0), tie)).toMatchObject({ kind: "on", why: { z: expect.closeTo(-0.4, 12) } });
  });

  test("is only a change where its text is not known", () => {
    expect(last(turn(0), turn(1, { words: null }))).toMatchObject({ kind: "change", why: null });
  });
});

describe("an other turn", () => {
  test("prepares the change that comes next within eight hours", () => {
    expect(kinds(question(0), turn(1))).toEqual(["prep", "new"]);
    expect(kinds(question(0), question(1), turn(2))).toEqual(["other", "prep", "new"]);
    expect(kinds(question(0), turn(8.5))).toEqual(["other", "new"]);
    expect(kinds(question(0))).toEqual(["other"]);
  });
});

describe("a gap", () => {
  test("over twenty minutes is a pause and no gap", () => {
    expect(last(turn(0), turn(1, { ownGap: 1200 }))).toMatchObject({ seconds: 1200, pauseSeconds: null });
    expect(last(turn(0), turn(1, { ownGap: 1201 }))).toMatchObject({ seconds: null, pauseSeconds: 1201 });
  });

  const soon = (more: Partial<KnownTurn> = {}): KnownTurn => ({
    ...turn(0, { session: named("next"), index: 1, sessionFirst: true, ...more }),
    startedAt: 2 * MINUTE,
  });

  test("of a session's first prompt runs from the developer's turn before it", () => {
    expect(last(turn(0), soon()).seconds).toBe(60);
    expect(last(soon()).seconds).toBeNull();
    expect(last({ ...turn(0), endedAt: 3 * MINUTE }, soon()).seconds).toBeNull();
    expect(last(turn(0), soon({ interactive: false })).seconds).toBeNull();
    expect(last(turn(0), soon({ nonTrivial: false })).seconds).toBeNull();
    expect(last(turn(0), turn(9, { sessionFirst: true }))).toMatchObject({
      seconds: null,
      pauseSeconds: null,
    });
  });

  test("is none over a known hole", () => {
    const found = classifyTurns([turn(0), soon()], {
      holeBetween: ({ start, end }) => start < 90 * SECOND && end > 80 * SECOND,
    });
    expect(found.at(-1)?.seconds).toBeNull();
    expect(last(turn(0), soon({ holeUntil: 90 * SECOND })).seconds).toBeNull();
    expect(last(turn(0), soon({ holeUntil: 30 * SECOND })).seconds).toBe(60);
  });
});

describe("a session's first turn", () => {
  const first = { session: named("next"), index: 1, sessionFirst: true };

  test("repairs what the developer's turn before it did", () => {
    expect(last(turn(0), turn(1, { ...first, corrects: true })).repair).toBe(true);
    expect(last(turn(0, { refused: true }), turn(1, first)).repair).toBe(true);
    expect(last(turn(0), turn(1, first)).repair).toBe(false);
    expect(last(turn(1, { ...first, corrects: true })).repair).toBe(false);
  });

  test("names the turn that it repairs, in whatever session that was", () => {
    const before = turn(0, { session: named("earlier"), index: 7, refused: true });
    const repaired = { session: named("earlier"), index: 7 };
    expect(last(before, turn(1, first)).repairOf).toEqual({ rule: "refusal", ...repaired });
    const corrects = turn(1, { ...first, corrects: true });
    expect(last(before, corrects).repairOf).toEqual({ rule: "correction", ...repaired });
    const own = turn(2, { ownRepair: true, ownRepairOf: { rule: "duplicate", of: 1 } });
    expect(last(before, own).repairOf).toEqual({ rule: "duplicate", session: own.session, index: 1 });
    expect(last(before).repairOf).toBeNull();
  });

  test("repairs nothing after a failure, after eight hours, or where no person sits", () => {
    expect(last(turn(0, { failed: true }), turn(1, { ...first, corrects: true })).repair).toBe(false);
    expect(last(turn(0), turn(8.5, { ...first, corrects: true })).repair).toBe(false);
    expect(last(turn(0), turn(1, { ...first, corrects: true, interactive: false })).repair).toBe(false);
  });
});

describe("a change turn is undone", () => {
  const restored = (hours: number, more: Partial<KnownTurn> = {}) =>
    question(hours, { reverts: [[suffixesOf("src/cart.ts")]], ...more });
  const undone = (...turns: KnownTurn[]) => classify(...turns)[0]?.undone;

  test("when a later turn reverts one of its files, or everything", () => {
    const found = classify(turn(0), restored(1))[0];
    expect(found).toMatchObject({ undone: true, undoneBy: { startedAt: HOUR } });
    expect(undone(turn(0), question(1, { reverts: ["everything"] }))).toBe(true);
    expect(undone(turn(0), question(1, { reverts: [[suffixesOf("src/bank.ts")]] }))).toBe(false);
    expect(undone(turn(0))).toBe(false);
  });

  test("only within ten turns and 24 hours", () => {
    expect(undone(turn(0), restored(24.1))).toBe(false);
    const between = (count: number) =>
      Array.from({ length: count }, (_, place) => question(0.1 * (place + 1)));
    expect(undone(turn(0), ...between(9), restored(2))).toBe(true);
    expect(undone(turn(0), ...between(10), restored(2))).toBe(false);
  });

  test("not once it was committed", () => {
    expect(undone(turn(0, { landed: true }), restored(1))).toBe(false);
    expect(undone(turn(0), question(1, { landed: true }), restored(2))).toBe(false);
  });

  test("when it is the nearest that wrote what a repair turn writes", () => {
    const repair = turn(2, { ownRepair: true });
    expect(classify(turn(0), turn(1), repair).map((each) => each.undone)).toEqual([false, true, false]);
    expect(undone(turn(0), turn(2, { ownRepair: true, paths: [suffixesOf("src/bank.ts")] }))).toBe(false);
  });

  test("or nobody knows, without known paths or where repairs are not visible", () => {
    expect(undone(turn(0, { paths: [] }), restored(1))).toBeNull();
    expect(undone(turn(0, { visible: false }), restored(1))).toBeNull();
    expect(classify(question(0))[0]?.undone).toBeNull();
  });
});
