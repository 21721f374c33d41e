/** Waits inside a turn, from the captured sessions and made-up ones. */
import { describe, expect, test } from "bun:test";
import type { Event, ModelCall } from "../../../src/normaliser/event.ts";
import { assembleTurns } from "../../../src/turns/assemble.ts";
import { findRetryWaits } from "../../../src/turns/latency/retry-waits.ts";
import { onlySession, recordsOfFile, recordsOfSession } from "../../normaliser/captured.ts";
import { call, failedCall, prompt, at } from "../events.ts";

/** For each call that worked after errors, how long after the first of them it was over, and their statuses. */
function waitsIn(events: readonly Event[]) {
  return [...findRetryWaits(events)].map(([good, { failedAt, statuses }]) => [
    good.at - failedAt,
    ...statuses,
  ]);
}

describe("a wait", () => {
  test("begins with the first error and ends with the next call that works, whatever failed in between", () => {
    const events = [
      prompt(0, "Add a cart"),
      failedWith(1, 529),
      failedWith(4, 429),
      failedWith(9, 429),
      call(20, 25),
      call(30, 31),
    ];
    expect(waitsIn(events)).toEqual([[24_000, 529, 429]]);
  });

  test("is none where a person asked again, where the error cannot pass, or where no call followed", () => {
    expect(waitsIn([failedWith(1, 429), prompt(60, "continue"), call(61, 65)])).toEqual([]);
    expect(waitsIn([failedCall(1, false), call(61, 65)])).toEqual([]);
    expect(waitsIn([call(0, 1), failedWith(2, 429)])).toEqual([]);
    const refused: ModelCall = { ...failedWith(1, 429), retryable: false, spendLimit: true };
    expect(waitsIn([refused, call(61, 65)])).toEqual([]);
  });

  test("of opencode is found though it sends no status: its message names one", async () => {
    const events = onlySession(await recordsOfFile("opencode-1.18.33-traces-429.json"));
    const [turn] = assembleTurns(events);
    // refused twice from 15:25:17.858 on, answered at 15:25:22.615
    expect(waitsIn(turn?.events ?? [])).toEqual([[4_757, 429]]);
  });

  // counted by hand from the records' times
  test.each([
    ["codex-r429", [1, 2, 1, 2, 1, 2]],
    ["gemini-r429", [6, 16, 6, 17, 6, 17]],
    ["qwen-r429", [1, 2, 1, 2, 1, 2]],
  ])("in %s takes so many seconds", async (name, seconds) => {
    const turns = assembleTurns(onlySession(await recordsOfSession(name)));
    const waits = turns.flatMap(({ events }) => waitsIn(events));
    expect(waits.map(([ms = 0, ...statuses]) => [Math.round(Number(ms) / 1_000), statuses])).toEqual(
      seconds.map((second) => [second, [429]]),
    );
  });
});

function failedWith(second: number, status: number): ModelCall {
  return { ...failedCall(second, true), status, at: at(second), retryable: true };
}
