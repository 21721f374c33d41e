import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import { workOf } from "../../../../embedded/dashboard/pages/session/session-turns.ts";
import {
  flagsOf,
  lineOf,
  nameOfTurn,
  sayBoundary,
  saySession,
  sayTokens,
  sayTrouble,
  sayTurns,
  sayWho,
} from "../../../../embedded/dashboard/pages/session/session-words.ts";
import { ENTRIES, SUB_SESSIONS } from "./told-session.ts";

const { turns } = workOf(ENTRIES);
const [first, second] = turns;
if (first === undefined || second === undefined) throw new Error("two turns");

const SESSION = {
  sessionId: "4c1f09d2-aaaa",
  title: "Begin",
  startedAt: "2026-11-18T09:00:00Z",
  endedAt: "2026-11-18T09:55:00Z",
  developer: { name: "Elin Berg" },
  agent: "claude-code",
};

describe("a session's answer", () => {
  test("says how many purposes it had, and how they ended", () => {
    expect(saySession(SESSION, SUB_SESSIONS)).toBe("2 tasks in 55 min: 1 reached, 1 reached in part.");
    expect(saySession(SESSION, SUB_SESSIONS.slice(0, 1))).toBe("One task in 55 min: reached.");
    expect(saySession(SESSION, [{ outcome: "unknown" }])).toBe("One task in 55 min: outcome not known.");
  });

  test("says whose it is, and when, over midnight too", () => {
    expect(sayWho(SESSION)).toBe("Elin Berg, Claude Code, 18 Nov, 09:00 to 09:55 UTC.");
    expect(sayWho({ ...SESSION, endedAt: "2026-11-19T01:00:00Z" })).toContain("09:00 to 19 Nov, 01:00 UTC");
  });

  test("says in figures what there was", () => {
    expect(sayTurns(turns)).toBe("and 1 trivial one; 1 repair");
    expect(sayTurns([first])).toBe("no repairs");
    expect(sayTrouble(turns)).toBe("1 failed call, 1 failed tool, 1 rejection");
    expect(sayTrouble([second])).toBe("nothing failed");
    expect(sayTokens(turns)).toBe("2.4 k tokens, 10 k more from the cache");
  });
});

describe("a turn", () => {
  test("has all of its flags, the worst first, and what a person rejected after what failed", () => {
    const wordsOf = (turn: typeof first) => flagsOf(turn).map(({ words }) => words);
    expect(wordsOf({ ...first, isRepair: true, failedTools: 2 })).toEqual([
      "5 min stalled",
      "1 failed call",
      "2 failed tools",
      "repair",
      "1 rejection",
    ]);
    expect(wordsOf({ ...second, isRepair: true, isTrivial: true })).toEqual(["repair", "trivial"]);
    expect(wordsOf({ ...second, isRepair: false, isTrivial: false })).toEqual([]);
  });

  test("says when its text is withheld", () => {
    expect(nameOfTurn(second)).toBe("Text withheld");
    expect(nameOfTurn({ index: 0, text: null })).toBe("Work before the first prompt");
  });

  test("has its steps in words", () => {
    expect(turns.flatMap(({ steps }) => steps.map((step) => lineOf(step).words))).toEqual([
      "model call",
      "Bash bun test, exit 1",
      "rejected by a person",
      "model call failed, 529",
      "model call",
      "compacted by hand",
    ]);
  });
});

describe("a boundary", () => {
  test("says why it is there", () => {
    expect(sayBoundary({ kind: "inferred", p: 0.87, overridden: false })).toBe(
      "the prompts are about something else, 87 % sure",
    );
    expect(sayBoundary({ kind: "idle", p: null, overridden: true })).toBe(
      "a long pause, confirmed by a person",
    );
    expect(sayBoundary({ kind: "override", p: null, overridden: true })).toBe("a person set it");
  });
});
