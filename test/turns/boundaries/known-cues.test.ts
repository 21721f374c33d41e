/** A prompt is compared with what is before it once, as long as nothing before it changes. */
import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import type { AssembledSession } from "../../../src/turns/session.ts";
import { call, edit, prompt, reset, sessionOf } from "../events.ts";

const cart = prompt(0, "Add a cart to the shop in src/cart.ts");
const written = edit(10, "src/cart.ts");
const total = prompt(60, "The cart in src/cart.ts should keep its total too");
const bank = prompt(120, "Now pay with a bank account in src/bank.ts");

/** The places of turns whose prompts were compared anew. */
function comparedAgain(before: AssembledSession, events: readonly Event[]): number[] {
  const { compared } = sessionOf(events, { before });
  return [...compared].flatMap(([place, each]) => (each === before.compared.get(place) ? [] : [place]));
}

describe("the prompts of a growing session", () => {
  const before = sessionOf([cart, written, total, bank]);

  test("are all compared at first, except its first", () => {
    expect([...before.compared.keys()]).toEqual([1, 2]);
  });

  test("are not compared again for what comes after them", () => {
    const later = prompt(180, "The bank account in src/bank.ts needs a name");
    expect(comparedAgain(before, [cart, written, total, bank, later])).toEqual([3]);
  });

  test("are compared again from the first on that something changed before", () => {
    expect(comparedAgain(before, [cart, written, total, call(70, 80), bank])).toEqual([2]);
    expect(comparedAgain(before, [cart, written, call(20, 30), total, bank])).toEqual([1, 2]);
  });

  test("are compared again when their sub-session begins elsewhere", () => {
    const overrides = [{ promptEventId: total.id, action: "split" as const }];
    const { compared } = sessionOf([cart, written, total, bank], { before, overrides });
    expect(compared.get(1)).toBe(before.compared.get(1));
    expect(compared.get(2)).not.toBe(before.compared.get(2));
  });

  test("are cut as if nothing had been known", () => {
    const events = [cart, written, total, reset(90), bank];
    expect(sessionOf(events, { before })).toEqual(sessionOf(events));
  });
});
