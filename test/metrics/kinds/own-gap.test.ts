import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import { ownGaps } from "../../../src/metrics/kinds/own-gap.ts";
import {
  at,
  call,
  decision,
  hole,
  HOURS,
  interrupt,
  prompt,
  sessionStart,
  tool,
  turnsOf,
} from "../../turns/events.ts";

const cart = prompt(0, "Add a cart to the shop");

function gaps(...events: readonly (Event | readonly Event[])[]): [turn: number, seconds: number][] {
  return [...ownGaps(turnsOf(...events), [])];
}

describe("the gap before a prompt", () => {
  test("runs from the end of the last call, tool or decision to the next prompt", () => {
    const asked = tool(9);
    expect(gaps(cart, call(1, 5), prompt(35, "Add a bank"))).toEqual([[2, 30]]);
    expect(gaps(cart, call(1, 5), asked, decision(asked, "accept"), prompt(35, "Add a bank"))).toEqual([
      [2, 26],
    ]);
  });

  test("does not run from start-up records, nor from helpers' calls", () => {
    const between = [sessionStart(30, "one"), call(6, 20, { helper: true })];
    expect(gaps(cart, call(1, 5), between, prompt(35, "Add a bank"))).toEqual([[2, 30]]);
  });

  test("runs from the work that a person stopped, not from when the agent reports the interrupt", () => {
    expect(gaps(cart, call(1, 5), interrupt(25), prompt(35, "Add a bank"))).toEqual([[2, 30]]);
    const asked = tool(9);
    const stopped = [asked, decision(asked, "interrupt"), interrupt(9)];
    expect(gaps(cart, call(1, 5), stopped, prompt(35, "Add a bank"))).toEqual([[2, 26]]);
  });

  test("is unknown before the session's first prompt, nor before trivial ones", () => {
    expect(gaps(call(-9, -5), cart)).toEqual([]);
    expect(gaps(cart, call(1, 5), prompt(20, "ok"), call(21, 25), prompt(35, "Add a bank"))).toEqual([
      [2, 10],
    ]);
  });

  test("may last a night: the length of a gap decides later whether it is a pause", () => {
    expect(gaps(cart, call(1, 5), prompt(6 + 8 * HOURS, "Add a bank"))).toEqual([[2, 8 * HOURS + 1]]);
  });

  test("is unknown across a change of process", () => {
    const resumed = [sessionStart(30, "two"), prompt(35, "Add a bank", { process: "two" })];
    expect(gaps(cart, call(1, 5), resumed)).toEqual([]);
    expect(gaps(cart, call(1, 5), prompt(35, "Add a bank", { process: null }))).toEqual([[2, 30]]);
  });

  test("is unknown before a prompt sent while the work still ran", () => {
    expect(gaps(cart, call(1, 5), call(2, 60), prompt(35, "Add a bank"))).toEqual([]);
  });

  test("is unknown where a hole in the telemetry is in the gap", () => {
    const turns = turnsOf(cart, call(1, 5), prompt(35, "Add a bank"), call(36, 40), prompt(50, "Add a till"));
    const outage = (from: number, to: number) => [...ownGaps(turns, [{ start: at(from), end: at(to) }])];
    expect(outage(10, 20)).toEqual([[3, 10]]);
    expect(outage(-100, 6)).toEqual([[3, 10]]);
    expect(outage(34, 44)).toEqual([]);
    expect(outage(1, 5)).toEqual([
      [2, 30],
      [3, 10],
    ]);
    expect(outage(36, 39)).toEqual([
      [2, 30],
      [3, 10],
    ]);
  });

  test("is unknown where the agent's own counter jumps", () => {
    expect(
      gaps(cart, call(1, 5), hole(0, 35), prompt(35, "Add a bank"), call(36, 40), prompt(50, "Add")),
    ).toEqual([[3, 10]]);
  });

  test("is unknown where no person sits", () => {
    const headless = { interactive: false };
    expect(gaps(prompt(0, "Add a cart", headless), call(1, 5), prompt(35, "Add a bank", headless))).toEqual(
      [],
    );
  });
});
