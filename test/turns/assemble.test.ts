import { describe, expect, test } from "bun:test";
import type { Event } from "../../src/normaliser/event.ts";
import type { Turn } from "../../src/turns/turn.ts";
import {
  at,
  call,
  edit,
  failedCall,
  inOrder,
  lines,
  prompt,
  sessionStart,
  shell,
  tool,
  turnsOf,
} from "./events.ts";

function callsPerTurn(turns: readonly Turn[]): [index: number, calls: number][] {
  return turns.map((turn) => [turn.index, turn.calls]);
}

describe("turns", () => {
  test("there are none without prompts and work", () => {
    expect(turnsOf()).toEqual([]);
    expect(turnsOf(sessionStart(0, "one"), call(1, 2, { helper: true }))).toEqual([]);
  });

  test("begin at each prompt and count from 1", () => {
    const turns = turnsOf(prompt(0, "Add a cart"), call(1, 5), prompt(60, "Add a shop"), call(61, 65));
    expect(callsPerTurn(turns)).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test("work before the first prompt is turn 0, which has no prompt", () => {
    const [zero, one] = turnsOf(call(1, 4), tool(6), prompt(10, "Add a cart"), call(11, 15));
    expect(zero).toMatchObject({
      index: 0,
      prompt: null,
      promptChars: null,
      trivial: null,
      calls: 1,
      tools: 1,
    });
    expect(zero).toMatchObject({ startedAt: at(1), endedAt: at(6), durationMs: 5_000 });
    expect(one).toMatchObject({ index: 1, calls: 1, tools: 0 });
  });

  test("start-up records before the first prompt make no turn", () => {
    const turns = turnsOf(sessionStart(0, "one"), prompt(1, "Add a cart"));
    expect(turns.map((turn) => turn.index)).toEqual([1]);
    expect(turns[0]?.events.map((event) => event.kind)).toEqual(["session_start", "prompt"]);
  });

  test("a trivial prompt belongs to the turn before it", () => {
    const turns = turnsOf(prompt(0, "Add a cart"), call(1, 5), prompt(20, "ok"), call(21, 31));
    expect(callsPerTurn(turns)).toEqual([[1, 2]]);
    expect(turns[0]?.trivialPrompts.map((each) => each.text)).toEqual(["ok"]);
  });

  test("the first prompt opens a turn though it is trivial", () => {
    const turns = turnsOf(prompt(0, "hello"), prompt(5, "Add a cart"));
    expect(turns.map((turn) => turn.trivial)).toEqual([true, false]);
  });

  test("a bare slash command is trivial, one with arguments is not", () => {
    const turns = turnsOf(prompt(0, "Add a cart"), prompt(5, "/model"), prompt(9, "/review the last change"));
    expect(turns.map((turn) => turn.text)).toEqual(["Add a cart", "/review the last change"]);
  });

  test("withheld text is trivial up to three characters, and as a bare command", () => {
    const withheld = (seconds: number, chars: number, command: string | null = null) =>
      prompt(seconds, null, { chars, command });
    const turns = turnsOf(
      withheld(0, 40),
      withheld(5, 3),
      withheld(9, 4),
      withheld(12, 6, "clear"),
      withheld(15, 20, "clear"),
    );
    expect(turns.map((turn) => turn.promptChars)).toEqual([40, 4, 20]);
  });

  test("a prompt whose text was lost opens a turn that is neither trivial nor non-trivial", () => {
    const turns = turnsOf(prompt(0, "Add a cart"), prompt(5, null, { chars: 2, textState: "lost" }));
    expect(turns.map((turn) => turn.trivial)).toEqual([false, null]);
  });

  test("length is in code points", () => {
    expect(turnsOf(prompt(0, "Fix the bug ☕👍"))[0]?.promptChars).toBe(14);
  });
});

describe("work", () => {
  test("belongs to the newest prompt at or before its start, not its end", () => {
    const turns = turnsOf(prompt(0, "Add a cart"), call(1, 15), prompt(10, "Add a shop"), call(10, 20));
    expect(callsPerTurn(turns)).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(turns[0]?.endedAt).toBe(at(15));
    expect(turns[1]?.sentDuringWork).toBe(true);
  });

  test("at a prompt's very millisecond keeps the order of the stream", () => {
    const before = tool(10);
    const turns = turnsOf(prompt(0, "Add a cart"), before, prompt(10, "Add a shop"), tool(10));
    expect(turns.map((turn) => turn.tools)).toEqual([1, 1]);
  });

  test("goes to the prompt of its trace when the trace holds exactly one", () => {
    const turns = turnsOf(
      prompt(0, "Add a cart", { traceId: "a" }),
      prompt(10, "Add a shop", { traceId: "b" }),
      call(12, 15, { traceId: "a" }),
      call(12, 16, { traceId: "b" }),
    );
    expect(callsPerTurn(turns)).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test("of a trace with two prompts goes by its time", () => {
    const turns = turnsOf(
      prompt(0, "Add a cart", { traceId: "a" }),
      prompt(10, "Add a shop", { traceId: "a" }),
      call(2, 5, { traceId: "a" }),
    );
    expect(callsPerTurn(turns)).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test("of helpers is in no turn's events, counts or end", () => {
    const [turn] = turnsOf(prompt(0, "Add a cart"), call(1, 5), call(6, 30, { helper: true }));
    expect(turn).toMatchObject({ calls: 1, endedAt: at(5), durationMs: 5_000, modelMs: 4_000 });
    expect(turn?.helperCalls).toHaveLength(1);
  });
});

describe("no event", () => {
  test("is lost or counted twice, however prompts, traces and times are mixed", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const events = mixedEvents(seed);
      const turns = turnsOf(events);
      const found = turns.flatMap((turn) => [...turn.events, ...turn.helperCalls]).map((event) => event.id);
      expect(found.toSorted()).toEqual(events.map((event) => event.id).toSorted());
      for (const turn of turns) expect(turn.events).toEqual(inOrder(turn.events));
    }
  });
});

/** Sixty events at pseudo-random times with pseudo-random traces. */
function mixedEvents(seed: number): Event[] {
  let state = seed;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const makers: ((seconds: number, traceId: string) => Event)[] = [
    (seconds, traceId) => prompt(seconds, random(2) === 0 ? "ok" : `Add part ${seconds}`, { traceId }),
    (seconds, traceId) => call(seconds - random(20), seconds, { traceId }),
    (seconds, traceId) => call(seconds - 1, seconds, { traceId, helper: true }),
    (seconds, traceId) => tool(seconds, { traceId }),
    (seconds) => lines(seconds, 1, 1),
  ];
  const events = Array.from({ length: 60 }, () =>
    makers[random(makers.length)]?.(random(100), `trace-${random(8)}`),
  );
  return [prompt(50, "Add a cart"), ...events.filter((event) => event !== undefined)];
}

describe("a turn's totals", () => {
  test("add up its busy times, from each of its prompts to the end of the work that follows", () => {
    const [turn] = turnsOf(prompt(0, "Add a cart"), call(1, 5), prompt(100, "ok"), call(101, 110));
    expect(turn?.durationMs).toBe(15_000);
  });

  test("end with the last work, which a trivial prompt without work does not prolong", () => {
    const [turn] = turnsOf(prompt(0, "Add a cart"), call(1, 5), prompt(100, "thanks"));
    expect(turn).toMatchObject({ endedAt: at(5), durationMs: 5_000 });
  });

  test("count no moment twice when a trivial prompt comes while work runs", () => {
    const [turn] = turnsOf(prompt(0, "Add a cart"), call(1, 50), prompt(20, "ok"), call(21, 30));
    expect(turn?.durationMs).toBe(50_000);
  });

  test("sum tokens over successful calls, and leave null what no call reports", () => {
    const tokens = { input: 7, output: 2, cacheRead: null, cacheCreation: null };
    const [turn] = turnsOf(
      prompt(0, "Add a cart"),
      call(1, 2, { tokens }),
      call(3, 4, { tokens }),
      failedCall(5, true),
    );
    expect(turn).toMatchObject({ calls: 2, failedCalls: 1 });
    expect(turn?.tokens).toEqual({ input: 14, output: 4, cacheRead: null, cacheCreation: null });
  });

  test("are null for tokens without a successful call", () => {
    const [turn] = turnsOf(prompt(0, "Add a cart"), call(1, 2, { result: "unknown" }));
    expect(turn).toMatchObject({ calls: 0, unknownCalls: 1 });
    expect(turn?.tokens.input).toBeNull();
  });

  test("count a call that could not run or returned other than 0 as failed, and a rejected one as neither", () => {
    const rejected = tool(4, { ok: null, rejected: true });
    const [turn] = turnsOf(
      prompt(0, "Add a cart"),
      tool(1, { ok: false }),
      shell(2, "false", { exitCode: 1 }),
      shell(3, "true", { exitCode: 0 }),
      rejected,
    );
    expect(turn).toMatchObject({ tools: 4, failedTools: 2 });
  });

  test("have 0 lines without an edit that worked, null where edits report none", () => {
    const silent = edit(1, "a.ts", { files: [{ path: "a.ts", added: null, removed: null }] });
    expect(turnsOf(prompt(0, "Add a cart"), edit(1, "a.ts", { ok: false }))[0]).toMatchObject({
      linesAdded: 0,
    });
    expect(turnsOf(prompt(0, "Add a cart"), silent)[0]).toMatchObject({
      linesAdded: null,
      linesRemoved: null,
    });
    expect(turnsOf(prompt(0, "Add a cart"), silent, edit(2, "a.ts"), lines(3, 9, 9))[0]).toMatchObject({
      linesAdded: 3,
      linesRemoved: 1,
    });
  });
});
