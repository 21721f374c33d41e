import { describe, expect, test } from "bun:test";
import {
  boundariesOf,
  recordsPartOf,
  subSessionOf,
  workOf,
} from "../../../../embedded/dashboard/pages/session/session-turns.ts";
import { ENTRIES, SUB_SESSIONS } from "./told-session.ts";

const { turns, stalls } = workOf(ENTRIES);
const [first, second] = turns;
if (first === undefined || second === undefined) throw new Error("two turns");

describe("a session's turns", () => {
  test("have what happened in each, and approvals by a rule are no step", () => {
    expect(turns.map(({ steps }) => steps.map(({ kind }) => kind))).toEqual([
      ["model_call", "tool", "decision", "error"],
      ["model_call", "reset"],
    ]);
  });

  test("count failures, rejections, and tokens without those from the cache", () => {
    expect(first).toMatchObject({
      failedCalls: 1,
      failedTools: 1,
      rejections: 1,
      tokens: 1_200,
      cachedTokens: 5_000,
    });
    expect(second).toMatchObject({ failedCalls: 0, failedTools: 0, rejections: 0 });
  });

  test("end with their last step, though the agent worked for less", () => {
    expect(new Date(first.to).toISOString()).toBe("2026-11-18T09:03:00.500Z");
    expect(first.workedMs).toBe(90_000);
  });

  test("have the stall that began after them", () => {
    expect([first.stalledMs, second.stalledMs]).toEqual([300_000, 0]);
    expect(stalls).toHaveLength(1);
  });

  test("are the same when the session is read in two pages", () => {
    expect(workOf([...ENTRIES.slice(0, 4), ...ENTRIES.slice(4)])).toEqual({ turns, stalls });
  });
});

describe("a sub-session", () => {
  test("begins before the first turn that is not earlier; the first one has no boundary", () => {
    expect(boundariesOf(SUB_SESSIONS, turns)).toEqual([
      { turnIndex: 2, subSession: SUB_SESSIONS[1] as never },
    ]);
  });

  test("has no boundary yet where its turns were not read", () => {
    expect(boundariesOf(SUB_SESSIONS, [first])).toEqual([]);
  });

  test("holds the turns from its beginning on", () => {
    expect(subSessionOf(SUB_SESSIONS, first)?.index).toBe(0);
    expect(subSessionOf(SUB_SESSIONS, second)?.index).toBe(1);
    expect(subSessionOf(SUB_SESSIONS, { from: 0 })?.index).toBe(0);
  });
});

describe("the records of a turn", () => {
  test("begin with it and end a moment after it, but not after the next one began", () => {
    expect(recordsPartOf(first, second)).toEqual({ from: first.from, to: first.to + 60_000, turn: 1 });
    expect(recordsPartOf(first, { ...second, from: first.to + 5 }).to).toBe(first.to + 5);
    expect(recordsPartOf(second, undefined).to).toBe(second.to + 60_000);
  });
});
