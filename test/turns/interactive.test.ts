import { describe, expect, test } from "bun:test";
import { call, prompt, turnsOf } from "./events.ts";

/** The agent does not say whether anybody sits there. */
const SILENT = { interactive: null };

describe("a prompt", () => {
  test("is a person's or a program's when the agent says so", () => {
    const turns = turnsOf(prompt(0, "Add a cart", { interactive: false }), prompt(60, "Add a shop"));
    expect(turns.map((turn) => turn.interactive)).toEqual([false, true]);
  });

  test("is no person's when its process served only this one", () => {
    const turns = turnsOf(
      prompt(0, "Add a cart", { ...SILENT, process: "one" }),
      prompt(60, "Add a shop", { ...SILENT, process: "two" }),
      prompt(120, "Add a bank", { ...SILENT, process: "two" }),
    );
    expect(turns.map((turn) => turn.interactive)).toEqual([false, true, true]);
  });

  test("of a session without known processes counts the session as one", () => {
    const one = { ...SILENT, process: null };
    expect(turnsOf(prompt(0, "Add a cart", one)).map((turn) => turn.interactive)).toEqual([false]);
    const two = turnsOf(prompt(0, "Add a cart", one), prompt(60, "Add a shop", one));
    expect(two.map((turn) => turn.interactive)).toEqual([true, true]);
  });

  test("is a program's when it comes under a second after the work before it", () => {
    const turns = turnsOf(
      prompt(0, "Add a cart", SILENT),
      call(1, 5),
      prompt(5.9, "Add a shop", SILENT),
      call(6, 9),
      prompt(10, "Add a bank", SILENT),
    );
    expect(turns.map((turn) => turn.interactive)).toEqual([true, false, true]);
    expect(turns.map((turn) => turn.sentByProgram)).toEqual([false, true, false]);
  });

  test("is a person's when it comes while the work still runs", () => {
    const turns = turnsOf(
      prompt(0, "Add a cart", SILENT),
      call(1, 5),
      call(2, 60),
      prompt(5.5, "Add a shop", SILENT),
    );
    expect(turns.map((turn) => turn.interactive)).toEqual([true, true]);
  });
});
