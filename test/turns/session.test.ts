import { describe, expect, test } from "bun:test";
import {
  at,
  call,
  edit,
  HOURS,
  inOrder,
  interrupt,
  lines,
  MINUTES,
  prompt,
  reset,
  sessionOf,
  sessionStart,
  tool,
} from "./events.ts";

const cart = prompt(0, "Add a cart to the shop");

describe("a session", () => {
  test("without prompts and work has no sub-session and is never looked at again", () => {
    expect(sessionOf([sessionStart(0, "one")], { after: 0 })).toEqual({
      turns: [],
      subSessions: [],
      looks: [],
      compared: new Map(),
      nextLookAt: null,
      linesFrom: "metric",
    });
  });

  test("is the same for the same events", () => {
    const events = inOrder([cart, call(1, 5), prompt(60, "Add a bank"), edit(70, "a.ts")]);
    expect(sessionOf([events])).toEqual(sessionOf([events]));
  });
});

describe("a sub-session's state", () => {
  const events = [cart, call(1, 5)];
  const newest = at(5);

  test("is open for 30 minutes, provisional for a day, then closed", () => {
    const states = [0, 30 * MINUTES - 1, 30 * MINUTES, 24 * HOURS - 1, 24 * HOURS].map((after) => {
      const { subSessions, nextLookAt } = sessionOf(events, { after });
      return [subSessions[0]?.state, nextLookAt === null ? null : (nextLookAt - newest) / 1000];
    });
    expect(states).toEqual([
      ["open", 30 * MINUTES],
      ["open", 30 * MINUTES],
      ["provisional", 24 * HOURS],
      ["provisional", 24 * HOURS],
      ["closed", null],
    ]);
  });

  test("goes by the session's newest record, also one that scoring does not use", () => {
    const { subSessions } = sessionOf(events, { newestRecordAt: at(HOURS), now: at(HOURS + 60) });
    expect(subSessions[0]?.state).toBe("open");
  });

  test("is closed as soon as the next begins", () => {
    const { subSessions } = sessionOf([events, reset(10), prompt(20, "Add a bank")], { after: 0 });
    expect(subSessions.map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  test("is looked at again when a resumption that did not come makes it abandoned", () => {
    const left = [cart, call(1, 5), interrupt(8)];
    const { nextLookAt } = sessionOf(left, { newestRecordAt: at(HOURS), now: at(2 * HOURS) });
    expect(nextLookAt).toBe(at(8 + 24 * HOURS));
  });
});

describe("a sub-session", () => {
  test("is named after its first prompt in one line of at most 200 characters", () => {
    const title = (text: string | null) => sessionOf([prompt(0, text)]).subSessions[0]?.title;
    expect(title("  Add a cart\n\nto the shop ")).toBe("Add a cart to the shop");
    expect([...(title("☕👍 ".repeat(200)) ?? "")].length).toBeLessThanOrEqual(200);
    expect(title(null)).toBeNull();
  });

  test("keeps its id when an earlier record arrives, and differs between organizations", () => {
    const id = (organization: string) => sessionOf([cart, call(1, 2)], { organization }).subSessions[0]?.id;
    expect(sessionOf([sessionStart(-5, "one"), cart]).subSessions[0]?.id).toBe(id("org"));
    expect(id("org")).not.toBe(id("other"));
  });

  test("counts each file once, unknown ones as one, generated ones not at all", () => {
    const [subSession] = sessionOf([
      cart,
      edit(1, "src/a.ts"),
      edit(2, "/repo/src/a.ts"),
      edit(3, null),
      edit(4, null),
      edit(5, "package-lock.json"),
      edit(6, "src/b.ts", { ok: false }),
    ]).subSessions;
    expect(subSession).toMatchObject({ filesTouched: 2, addedLines: 12, removedLines: 4, toolCalls: 6 });
    expect(subSession?.size).toBeCloseTo(1 + 2 + 16 / 20 + 6 / 5, 9);
  });

  test("takes lines from the metric only where no call of the session reports lines", () => {
    const silent = edit(1, "a.ts", { files: [{ path: "a.ts", added: null, removed: null }] });
    const later = [reset(30), prompt(60, "Add a bank"), lines(70, 9, 0)];
    const added = (...events: Parameters<typeof sessionOf>[0]) =>
      sessionOf(events).subSessions.map(({ addedLines }) => addedLines);
    expect(added(cart, silent, lines(20, 40, 2), later)).toEqual([40, 9]);
    expect(added(cart, silent, edit(2, "b.ts"), lines(20, 40, 2), later)).toEqual([3, 0]);
  });
});

describe("scoreable", () => {
  const scoreable = (...events: Parameters<typeof sessionOf>[0]) =>
    sessionOf(events).subSessions[0]?.scoreable;
  const tools = (count: number) => Array.from({ length: count }, (_, number) => tool(3 + number));

  test("is nothing without a call that may have worked", () => {
    expect(scoreable(cart, prompt(60, "Add the cart to the shop page"), edit(70, "a.ts"))).toBe(false);
    expect(scoreable(cart, call(1, 2))).toBe(false);
  });

  test("is two prompts, five tool calls, a change, or ten changed lines", () => {
    const worked = call(1, 2, { result: "unknown" });
    expect(scoreable(cart, worked, prompt(60, "Add the cart to the shop page"))).toBe(true);
    expect(scoreable(cart, worked, tools(4))).toBe(false);
    expect(scoreable(cart, worked, tools(5))).toBe(true);
    expect(scoreable(cart, worked, edit(3, "a.ts"))).toBe(true);
    expect(scoreable(cart, worked, lines(4, 6, 4))).toBe(true);
  });
});
