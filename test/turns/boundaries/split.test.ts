import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import type { BoundaryOverride } from "../../../src/turns/boundaries/split.ts";
import {
  call,
  compaction,
  directory,
  edit,
  HOURS,
  prompt,
  reset,
  sessionOf,
  sessionStart,
  shell,
  tool,
} from "../events.ts";

/** What begins each sub-session and its first turn. */
function boundaries(events: readonly (Event | readonly Event[])[], overrides: BoundaryOverride[] = []) {
  const { subSessions } = sessionOf(events, { overrides });
  return subSessions.map(({ boundary, firstTurn }) => [boundary.kind, firstTurn]);
}

const cart = prompt(0, "Add a cart to the shop in src/cart.ts");
const sameCart = prompt(60, "The cart in src/cart.ts should keep its total too");

describe("a sub-session", () => {
  test("goes on while prompts keep to the same thing", () => {
    expect(boundaries([cart, call(1, 5), sameCart, call(61, 65)])).toEqual([["session", 1]]);
  });

  test("goes on through compaction, restarts and a change of model", () => {
    const between = [
      compaction(10, "automatic"),
      sessionStart(50, "two"),
      call(11, 12, { model: "model-b" }),
    ];
    expect(boundaries([cart, call(1, 5), between, sameCart])).toEqual([["session", 1]]);
  });

  test("begins anew after a reset", () => {
    expect(boundaries([cart, call(1, 5), reset(30), sameCart])).toEqual([
      ["session", 1],
      ["reset", 2],
    ]);
  });

  test("begins anew after a reset although a trivial prompt is between", () => {
    expect(boundaries([cart, reset(30), prompt(40, "hi"), sameCart])).toEqual([
      ["session", 1],
      ["reset", 2],
    ]);
  });

  test("begins anew in another directory or repository, an unknown one being none", () => {
    const moves = (from: Event, to: Event) => boundaries([from, cart, call(1, 5), to, sameCart]).length;
    expect(moves(directory(-1, "/a"), directory(30, "/b"))).toBe(2);
    expect(moves(directory(-1, "/a"), directory(60, "/b"))).toBe(2);
    expect(moves(directory(-1, null, "shop"), directory(30, null, "bank"))).toBe(2);
    expect(moves(directory(-1, "/a"), directory(30, null, "shop"))).toBe(1);
    expect(moves(directory(2, "/a"), directory(30, "/a"))).toBe(1);
    expect(moves(directory(2, "/a"), directory(30, "/b"))).toBe(2);
  });

  test("begins anew after more than eight idle hours, counted from the end of the work", () => {
    const later = (seconds: number) => prompt(seconds, "The cart in src/cart.ts should keep its total too");
    expect(boundaries([cart, call(1, 5), later(5 + 8 * HOURS)])).toEqual([["session", 1]]);
    expect(boundaries([cart, call(1, 5), later(6 + 8 * HOURS)])).toEqual([
      ["session", 1],
      ["idle", 2],
    ]);
  });

  test("is inferred to begin when another goal comes after work has landed", () => {
    const tests = shell(30, "npm test", { exitCode: 0 });
    const other = prompt(60, "Next, write documentation for installing on windows");
    expect(boundaries([cart, tests, other])).toEqual([
      ["session", 1],
      ["inferred", 2],
    ]);
  });

  test("is not inferred from words that tool arguments know", () => {
    const tests = shell(30, "npm test", { exitCode: 0 });
    const known = edit(10, "docs/windows.md", {
      arguments: ["write documentation for installing on windows"],
    });
    const other = prompt(60, "Next, write documentation for installing on windows");
    expect(boundaries([cart, known, tests, other])).toEqual([["session", 1]]);
  });

  test("is inferred from foreign paths once the sub-session has a purpose, not after looking around", () => {
    const foreign = prompt(60, "Sort invoices by number in lib/bank.ts");
    const looking = tool(10, { arguments: ["src/readme.md"] });
    expect(boundaries([cart, edit(10, "src/cart.ts"), foreign])).toHaveLength(2);
    expect(boundaries([prompt(0, "What does this do?"), looking, foreign])).toHaveLength(1);
    expect(boundaries([cart, edit(10, "lib/bank.ts"), foreign])).toHaveLength(1);
  });

  test("is inferred from only the gap and landed work where text is withheld, with low confidence", () => {
    const silent = (seconds: number) => prompt(seconds, null);
    const { subSessions } = sessionOf([silent(0), shell(30, "npm test", { exitCode: 0 }), silent(3 * HOURS)]);
    expect(subSessions.map(({ boundary }) => boundary)).toMatchObject([
      { kind: "session", p: null, confidence: null },
      { kind: "inferred", confidence: "low" },
    ]);
    expect(subSessions[1]?.boundary.p).toBeGreaterThanOrEqual(0.65);
  });

  test("has no boundary before a trivial prompt or one whose text was lost", () => {
    const lost = prompt(20 * HOURS, null, { textState: "lost" });
    expect(boundaries([cart, call(1, 5), prompt(10 * HOURS, "ok"), lost])).toEqual([["session", 1]]);
  });

  test("takes turn 0 along", () => {
    expect(sessionOf([call(-5, -2), cart, call(1, 5)]).subSessions).toMatchObject([
      { firstTurn: 0, lastTurn: 1 },
    ]);
  });
});

describe("an override", () => {
  test("splits where the rules do not, and joins where they always split", () => {
    const split: BoundaryOverride = { promptEventId: sameCart.id, action: "split" };
    expect(boundaries([cart, call(1, 5), sameCart], [split])).toEqual([
      ["session", 1],
      ["override", 2],
    ]);
    const join: BoundaryOverride = { promptEventId: sameCart.id, action: "join" };
    expect(boundaries([cart, call(1, 5), reset(30), sameCart], [join])).toEqual([["session", 1]]);
  });

  test("follows a prompt that telemetry reports after the Claude Code plugin did", () => {
    const told = { ...sameCart, earlierId: "the plugin's" };
    const early: BoundaryOverride = { promptEventId: "the plugin's", action: "split" };
    const starts = boundaries([cart, call(1, 5), told], [early]);
    expect(starts).toEqual([
      ["session", 1],
      ["override", 2],
    ]);
    const later: BoundaryOverride = { promptEventId: told.id, action: "join" };
    expect(boundaries([cart, call(1, 5), told], [early, later])).toEqual([["session", 1]]);
  });

  test("of a prompt that opens no turn after the first changes nothing", () => {
    const overrides: BoundaryOverride[] = [
      { promptEventId: cart.id, action: "join" },
      { promptEventId: "unknown", action: "split" },
    ];
    expect(boundaries([cart, call(1, 5), sameCart], overrides)).toEqual([["session", 1]]);
  });

  test("is kept with what the rules would have done", () => {
    const overrides: BoundaryOverride[] = [{ promptEventId: sameCart.id, action: "join" }];
    const { looks } = sessionOf([cart, call(1, 5), reset(30), sameCart], { overrides });
    expect(looks).toMatchObject([{ turnIndex: 2, kind: "reset", automatic: true, override: "join" }]);
  });
});
