import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import { areRepairsVisible, findRepairTurns } from "../../../src/metrics/iteration/repairs.ts";
import {
  call,
  edit,
  failedCall,
  interrupt,
  prompt,
  rejectedEdit,
  shell,
  tool,
  turnsOf,
} from "../../turns/events.ts";

const cart = prompt(0, "Add a cart to the shop");
const next = prompt(60, "Write the page about shipping");

/** The indexes of repair turns; `intents` holds what prompts were judged to be. */
function repairs(events: readonly (Event | readonly Event[])[], intents: Record<string, string> = {}) {
  return [...findRepairTurns(turnsOf(...events), (id) => intents[id] ?? null)];
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

  test("repeats one of the last three non-trivial prompts", () => {
    const again = (seconds: number) => prompt(seconds, "Add a cart to the shop now");
    const others = ["Rename the bank", "Sort all invoices", "Translate every label"];
    const [one, two, three] = others.map((text, number) => prompt(10 + number * 10, text));
    if (one === undefined || two === undefined || three === undefined) throw new Error("three prompts");
    expect(repairs([cart, one, two, prompt(35, "ok"), again(60)])).toEqual([4]);
    expect(repairs([cart, one, two, three, again(60)])).toEqual([]);
  });

  test("is no near-duplicate when a program sent it", () => {
    expect(repairs([cart, call(1, 5), prompt(5.5, "Add a cart to the shop")])).toEqual([]);
    expect(repairs([cart, call(1, 5), prompt(6.5, "Add a cart to the shop")])).toEqual([2]);
  });

  test("follows an interrupt, a person's rejected edit or a revert", () => {
    expect(repairs([cart, call(1, 5), interrupt(6), next])).toEqual([2]);
    expect(repairs([cart, rejectedEdit(6, "a.ts"), call(7, 8), next])).toEqual([2]);
    expect(repairs([cart, rejectedEdit(6, "a.ts", "automatic"), next])).toEqual([]);
    expect(repairs([cart, rejectedEdit(6, "a.ts"), edit(7, "a.ts"), next])).toEqual([]);
    const restored = shell(6, "git restore a.ts", { exitCode: 0 });
    expect(repairs([cart, restored, call(7, 8), next])).toEqual([2]);
    expect(repairs([cart, restored, tool(7), next])).toEqual([]);
  });

  test("is not one after a revert that the prompt before asked for, which was the repair", () => {
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

describe("repairs are visible", () => {
  const visible = (events: Event[], intents: Record<string, string> = {}) =>
    areRepairsVisible(turnsOf(...events), (id) => intents[id] ?? null);

  test("when half of the non-trivial prompts have their text or were judged", () => {
    const silent = prompt(120, null);
    expect(visible([cart, prompt(60, null)])).toBe(true);
    expect(visible([cart, prompt(60, null), silent])).toBe(false);
    expect(visible([cart, prompt(60, null), silent], { [silent.id]: "feature" })).toBe(true);
  });
});
