import { describe, expect, test } from "bun:test";
import type { Event, ToolCall } from "../../../src/normaliser/event.ts";
import { wasteIn } from "../../../src/spend/waste/waste.ts";
import type { SubSession } from "../../../src/turns/sub-session.ts";
import { snapshotOf, tableOf, tokensOf } from "../../prices/prices.ts";
import { call, compaction, edit, fill, prompt, sessionOf, shell, tool } from "../../turns/events.ts";

const prices = tableOf(
  snapshotOf({
    plain: { provider: "x", window: 200_000, input: 1, output: 10, cacheRead: 0.1 },
    narrow: { provider: "x", window: 64_000, input: 1, output: 10, cacheRead: 0.1 },
  }),
);

function subSessionsOf(...events: (Event | Event[])[]): readonly SubSession[] {
  return sessionOf([prompt(0, "Make the tests of the cart pass"), ...events]).subSessions;
}

function wasteOf(...events: (Event | Event[])[]) {
  const [first] = subSessionsOf(...events);
  if (first === undefined) throw new Error("no sub-session");
  return wasteIn(first, { agent: "codex", prices });
}

/** A model call of a millionth of a dollar for each input token, a second before what it asks for. */
function asks(seconds: number, ...asked: ToolCall[]): Event[] {
  return [call(seconds - 1, seconds - 0.5, { model: "plain", tokens: tokensOf({ input: 1_000 }) }), ...asked];
}

function failed(seconds: number, command = "bun test"): ToolCall {
  return shell(seconds, command, { exitCode: 1 });
}

function read(seconds: number, path: string, more: Partial<ToolCall> = {}): ToolCall {
  return tool(seconds, { name: "Read", ok: true, arguments: [path], ...more });
}

describe("a retry storm", () => {
  test("is three failures of the same, and costs what all but the first cost", () => {
    expect(wasteOf(asks(10, failed(10)), asks(20, failed(20)), asks(30, failed(30)))).toEqual({
      retry_storm: { count: 1, cost: 2_000 },
    });
  });

  test("is no second try", () => {
    expect(wasteOf(asks(10, failed(10)), asks(20, failed(20)))).toEqual({});
  });

  test("is none where something else was done in between", () => {
    const between = [asks(10, failed(10)), asks(20, failed(20)), asks(25, edit(25, "src/cart.ts"))];
    expect(wasteOf(...between, asks(30, failed(30)), asks(40, failed(40)))).toEqual({});
  });

  test("is none of different commands, or of one that worked", () => {
    expect(wasteOf(asks(10, failed(10)), asks(20, failed(20, "bun x")), asks(30, failed(30)))).toEqual({});
    const worked = shell(20, "bun test", { exitCode: 0 });
    expect(
      wasteOf(asks(10, failed(10)), asks(20, worked), asks(30, failed(30)), asks(40, failed(40))),
    ).toEqual({});
  });

  test("does not go on over the end of a turn", () => {
    const second = prompt(25, "Try it once more, please");
    expect(wasteOf(asks(10, failed(10)), asks(20, failed(20)), second, asks(30, failed(30)))).toEqual({});
  });

  test("is not seen where the agent withholds what it does", () => {
    const hidden = (seconds: number) =>
      tool(seconds, { name: "Bash", ok: false, arguments: [], command: null });
    expect(wasteOf(asks(10, hidden(10)), asks(20, hidden(20)), asks(30, hidden(30)))).toEqual({});
  });
});

describe("a repeated read", () => {
  test("costs its share of the call that asked for it", () => {
    const twice = asks(20, read(20, "src/cart.ts"), read(21, "src/list.ts"));
    expect(wasteOf(asks(10, read(10, "src/cart.ts")), twice)).toEqual({
      repeated_read: { count: 1, cost: 500 },
    });
  });

  test("is none of another part of the file", () => {
    const parts = [read(10, "src/cart.ts"), read(20, "src/cart.ts", { arguments: ["src/cart.ts", "200"] })];
    expect(wasteOf(asks(10, ...parts.slice(0, 1)), asks(20, ...parts.slice(1)))).toEqual({});
  });

  test.each([
    ["an edit", edit(15, "src/cart.ts")],
    ["a command", shell(15, "git status", { exitCode: 0 })],
    ["a compaction", compaction(15, "automatic")],
    ["another prompt", prompt(15, "And what about the list of orders?")],
  ])("is none after %s", (_, between) => {
    expect(wasteOf(asks(10, read(10, "src/cart.ts")), between, asks(20, read(20, "src/cart.ts")))).toEqual(
      {},
    );
  });
});

describe("context bloat", () => {
  function bloatOf(...reads: number[]) {
    return bloatOn("plain", ...reads);
  }

  function bloatOn(model: string, ...reads: number[]) {
    const [first, ...later] = reads;
    const calls = later.map((tokens, index) => fill(40_000 + index * 10, tokens, { model }));
    const second = prompt(39_990, "Now write the changelog");
    const all = subSessionsOf(fill(10, first ?? 0, { model }), second, calls);
    return all.map((subSession) => wasteIn(subSession, { agent: "codex", prices }).context_bloat ?? null);
  }

  test("is what a later sub-session begins with beyond 30 % of the window", () => {
    expect(bloatOf(50_000, 85_000, 90_000)).toEqual([null, { count: 1, cost: 2 * 60_000 * 0.1 }]);
  });

  test("is none up to there, and none in a session's first sub-session", () => {
    expect(bloatOf(150_000, 60_000)).toEqual([null, null]);
  });

  test("is none of the agent's own instructions, however narrow the window is", () => {
    expect(bloatOn("narrow", 22_000, 22_000, 30_000)).toEqual([null, null]);
  });

  test("ends when the context falls under what was carried over", () => {
    expect(bloatOf(50_000, 85_000, 20_000, 90_000)).toEqual([null, { count: 1, cost: 6_000 }]);
  });
});
