import { describe, expect, test } from "bun:test";
import type { KnownTurn } from "../../../src/metrics/kinds/known-turn.ts";
import { readTurns, type ReadingOptions } from "../../../src/metrics/kinds/read-turns.ts";
import type { Event } from "../../../src/normaliser/event.ts";
import {
  at,
  call,
  edit,
  failedCall,
  hole,
  interrupt,
  landed,
  lines,
  prompt,
  sessionOf,
  shell,
  tool,
} from "../../turns/events.ts";
import { named } from "../../session-names.ts";

const OPTIONS: ReadingOptions = {
  session: named("session"),
  agent: "codex",
  intentOf: () => null,
  outages: [],
  trace: (text) => text,
};

const cart = prompt(0, "Add a cart to src/cart.ts");

/** The turns that a session of these events knows. */
function read(
  events: readonly (Event | readonly Event[])[],
  more: Partial<ReadingOptions> = {},
): KnownTurn[] {
  return readTurns(sessionOf(events), { ...OPTIONS, ...more });
}

/** The session's first turn. */
function first(...events: readonly (Event | readonly Event[])[]): KnownTurn {
  const turn = read([cart, ...events]).find(({ index }) => index === 1);
  if (turn === undefined) throw new Error("the session has no first turn");
  return turn;
}

/** A shell command that worked. */
const ran = (seconds: number, command: string) => shell(seconds, command, { exitCode: 0 });

describe("a change turn", () => {
  test("wrote a file by hand, or edited by a shell command that worked", () => {
    expect(first(edit(2, "src/cart.ts")).change).toBe(true);
    expect(first(edit(2, null)).change).toBe(true);
    expect(first(ran(2, "sed -i s/a/b/ a.ts")).change).toBe(true);
    expect(first(edit(2, "src/cart.ts", { ok: false })).change).toBe(false);
    expect(first(shell(2, "sed -i s/a/b/ a.ts", { exitCode: 1 })).change).toBe(false);
    expect(first(tool(2)).change).toBe(false);
  });

  test("is not one that wrote only what programs write", () => {
    expect(first(edit(2, "package-lock.json"))).toMatchObject({ change: false, paths: [], lines: 0 });
  });

  test("is never a prompt that wraps the work up", () => {
    const [wrapUp] = read([prompt(0, "Please commit all of it"), edit(2, "src/cart.ts")]);
    expect(wrapUp?.change).toBe(false);
    const [later] = read([prompt(0, "Make it ready before we commit"), edit(2, "src/cart.ts")]);
    expect(later?.change).toBe(true);
  });

  test("has only the lines of its edit tools", () => {
    const { lines: counted } = first(edit(2, "src/cart.ts"), edit(3, "package-lock.json"), lines(4, 50, 50));
    expect(counted).toBe(4);
    expect(first(edit(2, "a.ts", { files: [{ path: "a.ts", added: null, removed: null }] })).lines).toBe(0);
  });

  test("counts its calls that succeeded, its sub-agents' among them and its helpers' not", () => {
    const calls = [call(1, 2), call(2, 3, { foreground: false }), call(3, 4, { helper: true })];
    expect(first(calls, failedCall(5, true), edit(6, "a.ts")).calls).toBe(2);
  });
});

describe("tokens", () => {
  const usage = { input: 100, output: 10, cacheRead: 1000, cacheCreation: 40 };

  test("are weighed by what they cost", () => {
    expect(first(call(1, 2, { tokens: usage }))).toMatchObject({ tokens: 300 });
  });

  test("leave out failed calls and helpers' calls", () => {
    const helper = call(2, 3, { tokens: usage, helper: true });
    expect(first(call(1, 2, { tokens: usage }), helper, failedCall(4, true))).toMatchObject({ tokens: 300 });
  });

  test("are not known with a call of unknown result, and where no call says how many", () => {
    expect(first(call(1, 2), call(2, 3, { result: "unknown" })).tokens).toBeNull();
    const silent = { input: null, output: null, cacheRead: null, cacheCreation: null };
    expect(first(call(1, 2, { tokens: silent })).tokens).toBeNull();
    expect(first().tokens).toBeNull();
  });
});

describe("what is kept of texts and paths", () => {
  const trace = (text: string) => `#${text}`;

  test("are the content words and the paths of a change turn's prompt, unreadable", () => {
    const [turn] = read([cart, edit(2, "/repo/src/cart.ts")], { trace });
    expect(turn?.words).toEqual(["#add", "#cart", "#src"]);
    expect(turn?.named).toEqual([["#src/cart.ts", "#cart.ts"]]);
    expect(turn?.paths).toEqual([["#/repo/src/cart.ts", "#repo/src/cart.ts", "#src/cart.ts", "#cart.ts"]]);
  });

  test("is empty where a turn changed nothing or its text is withheld", () => {
    expect(first(tool(2))).toMatchObject({ words: null, named: [] });
    const [withheld] = read([prompt(0, null), edit(2, "a.ts")]);
    expect(withheld).toMatchObject({
      change: true,
      words: null,
      named: [],
      newGoal: false,
      refersBack: false,
    });
  });

  test("are the listed phrases that it opens with, and whether it refers back", () => {
    const [next] = read([prompt(0, "Next, add a bank"), edit(2, "a.ts")]);
    expect(next).toMatchObject({ newGoal: true, refersBack: false });
    const [back] = read([prompt(0, "Add that to the bank"), edit(2, "a.ts")]);
    expect(back).toMatchObject({ newGoal: false, refersBack: true });
  });
});

describe("what a turn took back or handed over", () => {
  test("are the files of its reverts, or everything", () => {
    const { reverts } = first(ran(2, "git restore src/a.ts b.ts"), ran(3, "git reset --hard"));
    expect(reverts).toEqual([[["src/a.ts", "a.ts"], ["b.ts"]], "everything"]);
    expect(first(ran(2, "git restore --staged a.ts")).reverts).toEqual([]);
    expect(first(shell(2, "git restore a.ts")).reverts).toHaveLength(1);
    expect(first({ ...shell(2, "git restore a.ts"), ok: false }).reverts).toEqual([]);
  });

  test("are commits and pull requests, wherever they are reported", () => {
    expect(first(ran(2, "git commit -m x")).landed).toBe(true);
    expect(first(landed(2, "pull_request")).landed).toBe(true);
    expect(first(shell(2, "git commit -m x")).landed).toBe(false);
  });
});

describe("a turn's place", () => {
  test("is the session's first where it is turn 1, also after work without a prompt", () => {
    const turns = read([call(-9, -5), cart, call(1, 5), prompt(60, "Explain the shop")]);
    expect(turns.map(({ index, sessionFirst }) => [index, sessionFirst])).toEqual([
      [0, false],
      [1, true],
      [2, false],
    ]);
    expect(turns[0]).toMatchObject({
      nonTrivial: false,
      interactive: false,
      startedAt: at(-9),
      endedAt: at(-5),
    });
    expect(turns.map(({ ownGap }) => ownGap)).toEqual([null, null, 55]);
  });

  test("ends with its last work, or where it starts", () => {
    expect(first(call(1, 5), tool(9))).toMatchObject({ startedAt: at(0), endedAt: at(9) });
    expect(first(call(1, 5), interrupt(9))).toMatchObject({ startedAt: at(0), endedAt: at(5) });
    expect(first()).toMatchObject({ startedAt: at(0), endedAt: at(0) });
  });

  test("knows the holes before the session's first prompt", () => {
    expect(first(hole(-20, -3), hole(1, 2)).holeUntil).toBe(at(-3));
    expect(first().holeUntil).toBeNull();
  });
});

describe("repairs", () => {
  test("are known of all but a session's first turn, of which only its words are", () => {
    const turns = read([prompt(0, "That's wrong, undo it"), call(1, 5), prompt(60, "No, use the other")]);
    expect(turns).toMatchObject([
      { ownRepair: false, ownRepairOf: null, corrects: true },
      { ownRepair: true, ownRepairOf: { rule: "correction", of: 1 }, corrects: true },
    ]);
  });

  test("follow from how a turn ended", () => {
    expect(first(call(1, 2), interrupt(3))).toMatchObject({ refused: true, failed: false });
    expect(first(failedCall(2, true))).toMatchObject({ refused: false, failed: true });
  });

  test("are visible where half of a sub-session's prompts have their text or were judged", () => {
    const withheld = prompt(0, null);
    const events = [withheld, call(1, 2)];
    expect(read(events)[0]?.visible).toBe(false);
    const intentOf = (id: string) => (id === withheld.id ? "feature" : null);
    expect(read(events, { intentOf })[0]?.visible).toBe(true);
    expect(first(call(1, 2)).visible).toBe(true);
  });
});
