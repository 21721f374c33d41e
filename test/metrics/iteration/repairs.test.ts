import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import { areRepairsVisible, findRepairTurns } from "../../../src/metrics/iteration/repairs.ts";
import { goldenCasesOf2026_12 } from "../../golden/cases.ts";
import { type GoldenCall, toolOf } from "../../golden/calls.ts";
import {
  call,
  directory,
  edit,
  failedCall,
  HOURS,
  interrupt,
  prompt,
  rejectedEdit,
  reset,
  sessionOf,
  shell,
  tool,
  turnsOf,
} from "../../turns/events.ts";

const cart = prompt(0, "Add a cart to the shop");
const next = prompt(60, "Write the page about shipping");

/** The indexes of repair turns; `intents` holds what prompts were judged to be. */
function repairs(events: readonly (Event | readonly Event[])[], intents: Record<string, string> = {}) {
  return [...repairsOf(events, intents).keys()];
}

function repairsOf(events: readonly (Event | readonly Event[])[], intents: Record<string, string> = {}) {
  return findRepairTurns(sessionOf(events), (id) => intents[id] ?? null);
}

describe("a repair turn", () => {
  test("is not a prompt that asks for something new, nor a session's first", () => {
    expect(repairs([cart, call(1, 5), next])).toEqual([]);
    expect(repairs([prompt(0, "That's wrong, undo it")])).toEqual([]);
    expect(repairs([call(-5, -2), prompt(0, "That's wrong, undo it")])).toEqual([]);
  });

  test("opens with or holds a correction phrase", () => {
    expect(repairs([cart, call(1, 5), prompt(60, "No, use the other table")])).toEqual([2]);
    expect(repairs([cart, call(1, 5), prompt(60, "Checkout still fails on my machine")])).toEqual([2]);
  });

  test("is what the judge says, where it was judged", () => {
    const wrong = prompt(60, "That's wrong, undo it");
    expect(repairs([cart, call(1, 5), wrong], { [wrong.id]: "feature" })).toEqual([]);
    expect(repairs([cart, call(1, 5), next], { [next.id]: "correction" })).toEqual([2]);
  });

  test("follows an interrupt or a person's rejected edit", () => {
    expect(repairs([cart, call(1, 5), interrupt(6), next])).toEqual([2]);
    expect(repairs([cart, rejectedEdit(6, "a.ts"), call(7, 8), next])).toEqual([2]);
    expect(repairs([cart, rejectedEdit(6, "a.ts", "automatic"), next])).toEqual([]);
    expect(repairs([cart, rejectedEdit(6, "a.ts"), edit(7, "a.ts"), next])).toEqual([]);
  });

  test("undoes what an earlier turn changed, in whatever words", () => {
    const restored = shell(61, "git restore a.ts", { exitCode: 0 });
    const later = prompt(90, "Translate every label");
    expect(repairs([cart, edit(1, "a.ts"), next, restored, later])).toEqual([2]);
    expect(repairs([cart, edit(1, "a.ts"), next, restored, later], { [next.id]: "feature" })).toEqual([2]);
    expect(repairs([cart, shell(1, "sed -i s/a/b/ a.ts", { exitCode: 0 }), next, restored])).toEqual([2]);
    expect(repairs([cart, edit(1, "a.ts", { ok: false }), next, restored])).toEqual([]);
  });

  test("is not one where the agent takes its own attempt back", () => {
    const restored = shell(66, "git restore a.ts", { exitCode: 0 });
    expect(repairs([cart, edit(1, "a.ts"), next, edit(62, "a.ts"), restored])).toEqual([]);
    expect(repairs([cart, edit(1, "a.ts"), shell(2, "git restore a.ts", { exitCode: 0 }), next])).toEqual([]);
  });

  test("is only one for one undo", () => {
    const undo = [prompt(60, "Undo that, please"), shell(61, "git checkout -- a.ts", { exitCode: 0 })];
    expect(repairs([cart, edit(1, "a.ts"), undo, prompt(90, "Write the page about shipping")])).toEqual([2]);
  });

  test("is not one after the agent's own failure, whatever it says", () => {
    const failed = [1, 2, 3].map((seconds) => tool(seconds, { ok: false }));
    const wrong = prompt(60, "That's wrong, try again");
    expect(repairs([cart, failed, call(4, 5), wrong], { [wrong.id]: "correction" })).toEqual([]);
    expect(repairs([cart, failed, tool(4), wrong])).toEqual([2]);
    expect(repairs([cart, call(1, 2), failedCall(3, true), wrong])).toEqual([]);
    expect(repairs([cart, failedCall(3, true), call(4, 5), wrong])).toEqual([2]);
  });

  test("is never a trivial prompt or one whose text was lost", () => {
    const lost = prompt(60, null, { textState: "lost" });
    expect(repairs([cart, interrupt(6), lost])).toEqual([]);
  });
});

describe("the reason of a repair turn", () => {
  const ofLast = (...events: (Event | readonly Event[])[]) => [...repairsOf(events).values()].at(-1);
  const again = prompt(90, "Add a cart to the shop now");
  const restore = (file: string) => shell(91, `git restore ${file}`, { exitCode: 0 });

  test("is a correction or a refusal of the turn before it", () => {
    const wrong = prompt(90, "No, use the other table");
    expect(ofLast(cart, next, wrong)).toEqual({ rule: "correction", of: 2 });
    expect(ofLast(cart, next, interrupt(61), prompt(90, "Sort all invoices"))).toEqual({
      rule: "refusal",
      of: 2,
    });
    expect(ofLast(cart, next, interrupt(61), wrong)).toEqual({ rule: "correction", of: 2 });
  });

  test("is the undo of the last turn that wrote what it takes back", () => {
    const work = [cart, edit(1, "src/a.ts"), next, edit(61, "src/b.ts")];
    const later = prompt(90, "Translate every label");
    expect(ofLast(...work, later, restore("a.ts"))).toEqual({ rule: "undo", of: 1 });
    expect(ofLast(...work, later, restore("."))).toEqual({ rule: "undo", of: 2 });
    expect(ofLast(...work, later, restore("c.ts"))).toEqual({ rule: "undo", of: 2 });
  });

  test("is the nearest turn that it repeats", () => {
    expect(ofLast(cart, next, again)).toEqual({ rule: "duplicate", of: 1 });
    expect(ofLast(cart, prompt(30, "Add a cart to the shop"), next, again)).toEqual({
      rule: "duplicate",
      of: 2,
    });
  });
});

describe("a near-duplicate", () => {
  const again = (seconds: number) => prompt(seconds, "Add a cart to the shop now");

  test("repeats one of the last three non-trivial prompts", () => {
    const others = ["Rename the bank", "Sort all invoices", "Translate every label"];
    const [one, two, three] = others.map((text, number) => prompt(10 + number * 10, text));
    if (one === undefined || two === undefined || three === undefined) throw new Error("three prompts");
    expect(repairs([cart, one, two, prompt(35, "ok"), again(60)])).toEqual([4]);
    expect(repairs([cart, one, two, three, again(60)])).toEqual([]);
  });

  test("is not what a program sent", () => {
    expect(repairs([cart, call(1, 5), prompt(5.5, "Add a cart to the shop")])).toEqual([]);
    expect(repairs([cart, call(1, 5), prompt(6.5, "Add a cart to the shop")])).toEqual([2]);
  });

  test("is not asking first and then doing", () => {
    expect(repairs([cart, tool(1), again(60), edit(61, "a.ts")])).toEqual([]);
    expect(repairs([cart, edit(1, "a.ts"), again(60), edit(61, "a.ts")])).toEqual([2]);
  });

  test("holds the same numbers, paths and identifiers", () => {
    const asks = (one: string, other: string) => repairs([prompt(0, one), call(1, 5), prompt(60, other)]);
    expect(asks("Explain part 1 of the code", "Explain part 2 of the code")).toEqual([]);
    expect(asks("Write tests for src/a.ts", "Write tests for src/b.ts")).toEqual([]);
    expect(asks("Now rename getUser to loadUser", "Now rename getUser to findUser")).toEqual([]);
    expect(asks("Explain part 2 of the code", "Explain the code, part 2.")).toEqual([2]);
  });

  test("is not a wrap-up, nor what was asked for again after a commit", () => {
    const commit = (seconds: number) => shell(seconds, "git commit -m x", { exitCode: 0 });
    const wrapUp = (seconds: number) => prompt(seconds, "Commit all of it");
    expect(repairs([cart, wrapUp(20), tool(21), wrapUp(60)])).toEqual([]);
    expect(repairs([cart, commit(2), again(60)])).toEqual([]);
    expect(repairs([cart, prompt(20, "Sort all invoices"), commit(22), again(60)])).toEqual([]);
    expect(repairs([cart, prompt(20, "Sort all invoices"), again(60), commit(62)])).toEqual([3]);
  });

  test("is not across a reset, a move or a night, even where a person joined the two", () => {
    expect(repairs([cart, call(1, 5), reset(30), again(60)])).toEqual([]);
    const moved = [directory(0, "/shop"), cart, call(1, 5), directory(30, "/bank"), again(60)];
    expect(repairs(moved)).toEqual([]);
    expect(repairs([cart, call(1, 5), again(9 * HOURS)])).toEqual([]);
    const after = again(60);
    const joined = sessionOf([cart, call(1, 5), reset(30), after], {
      overrides: [{ promptEventId: after.id, action: "join" }],
    });
    expect(findRepairTurns(joined, () => null).size).toBe(0);
  });
});

type GoldenEnd = "interrupt" | "rejectedEdit" | "modelError" | null;
interface GoldenTurn {
  prompt: string;
  intent: string | null;
  byProgram: boolean;
  opens: "reset" | "directory" | "idle" | null;
  calls: GoldenCall[];
  end: GoldenEnd;
}

describe("golden repairs", () => {
  const cases = goldenCasesOf2026_12<{ turns: GoldenTurn[] }, { repairs: boolean[] }>("repairs");
  for (const [number, { input, output }] of cases.entries()) {
    test(`${number}: ${input.turns.map((turn) => turn.prompt).join(" | ")}`, () => {
      const intents: Record<string, string> = {};
      let seconds = 0;
      const events = input.turns.flatMap((turn, place) => {
        const before = opening(turn.opens, seconds, place);
        seconds += secondsBefore(turn);
        const asked = prompt(seconds, turn.prompt);
        if (turn.intent !== null) intents[asked.id] = turn.intent;
        const calls = turn.calls.map((each) => toolOf(each, (seconds += 1)));
        const ended = ending(turn.end, (seconds += 1));
        return [...before, asked, ...calls, ...ended];
      });
      const found = findRepairTurns(sessionOf([directory(0, "/0"), ...events]), (id) => intents[id] ?? null);
      expect(input.turns.map((_, place) => found.has(place + 1))).toEqual(output.repairs);
    });
  }
});

function secondsBefore({ opens, byProgram }: GoldenTurn): number {
  if (opens === "idle") return 9 * HOURS;
  return byProgram ? 0.5 : 60;
}

function opening(opens: GoldenTurn["opens"], seconds: number, place: number): Event[] {
  if (opens === "reset") return [reset(seconds + 1)];
  return opens === "directory" ? [directory(seconds + 1, `/${place}`)] : [];
}

function ending(end: GoldenEnd, seconds: number): Event[] {
  if (end === "interrupt") return [interrupt(seconds)];
  if (end === "rejectedEdit") return rejectedEdit(seconds, "a.ts");
  return end === "modelError" ? [failedCall(seconds, null)] : [call(seconds, seconds)];
}

describe("repairs are visible", () => {
  const visible = (events: Event[], intents: Record<string, string> = {}) =>
    areRepairsVisible(turnsOf(...events), (id) => intents[id] ?? null);

  test("when half of the non-trivial prompts have their text or were judged", () => {
    const silent = prompt(120, null);
    expect(visible([cart, prompt(60, null)])).toBe(true);
    expect(visible([cart, prompt(60, null), silent])).toBe(false);
    expect(visible([cart, prompt(60, null), silent], { [silent.id]: "feature" })).toBe(true);
    expect(visible([call(1, 2)])).toBe(false);
  });
});
