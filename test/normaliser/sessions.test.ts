/** Every captured session, against the rows of test/golden/sessions-2026.12.json. */
import { describe, expect, test } from "bun:test";
import type { Event, TokenUsage } from "../../src/normaliser/event.ts";
import golden from "../golden/sessions-2026.12.json" with { type: "json" };
import { ofKind, recordsOfSession, settle } from "./captured.ts";

type Turn = (typeof golden.runs)["codex-ok"]["sessions"][number]["turns"][number];
type Row = { sessionId: string; agent: string; turns: Turn[] };
const runs = Object.entries(golden.runs as unknown as Record<string, { sessions: Row[] }>);

function calls(events: readonly Event[], result: "succeeded" | "failed" | "unknown") {
  return ofKind(events, "model_call").filter((call) => !call.helper && call.result === result);
}

function tokens(events: readonly Event[], type: keyof TokenUsage): number | null {
  const told = calls(events, "succeeded").map((call) => call.tokens[type]);
  return total(told);
}

function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function failed(events: readonly Event[]) {
  return ofKind(events, "tool_call").filter((call) => call.ok === false || (call.exitCode ?? 0) !== 0);
}

function lines(events: readonly Event[], side: "added" | "removed"): number {
  return ofKind(events, "tool_call")
    .flatMap((call) => call.files)
    .reduce((sum, file) => sum + (file[side] ?? 0), 0);
}

function sum(
  turns: readonly Turn[],
  key: "calls" | "failedCalls" | "unknownCalls" | "tools" | "failedTools" | "linesAdded" | "linesRemoved",
) {
  return turns.reduce((whole, turn) => whole + turn[key], 0);
}

describe("the captured sessions", () => {
  test.each(runs)("%s has the calls, tools, tokens and lines of the golden rows", async (name, run) => {
    const settled = settle(await recordsOfSession(name));
    const sessions = [...settled].filter(([, { events }]) => ofKind(events, "prompt").length > 0);
    expect(sessions.map(([id, { agent }]) => [id, agent])).toEqual(
      run.sessions.map((row) => [row.sessionId, row.agent]),
    );
    for (const { sessionId, turns } of run.sessions) {
      const events = settled.get(sessionId)?.events ?? [];
      expect({
        calls: calls(events, "succeeded").length,
        failedCalls: calls(events, "failed").length,
        unknownCalls: calls(events, "unknown").length,
        tools: ofKind(events, "tool_call").length,
        failedTools: failed(events).length,
        input: tokens(events, "input"),
        output: tokens(events, "output"),
        cacheRead: tokens(events, "cacheRead"),
        cacheCreation: tokens(events, "cacheCreation"),
        added: lines(events, "added"),
        removed: lines(events, "removed"),
      }).toEqual({
        calls: sum(turns, "calls"),
        failedCalls: sum(turns, "failedCalls"),
        unknownCalls: sum(turns, "unknownCalls"),
        tools: sum(turns, "tools"),
        failedTools: sum(turns, "failedTools"),
        input: total(turns.map((turn) => turn.inputUncached)),
        output: total(turns.map((turn) => turn.output)),
        cacheRead: total(turns.map((turn) => turn.cacheRead)),
        cacheCreation: total(turns.map((turn) => turn.cacheCreation)),
        added: sum(turns, "linesAdded"),
        removed: sum(turns, "linesRemoved"),
      });
      const prompts = ofKind(events, "prompt").filter((prompt) => !isThanks(prompt.text));
      expect(prompts.map((prompt) => prompt.chars)).toEqual(turns.map((turn) => turn.promptChars));
    }
  });
});

/** The trivial prompts of the captures; they belong to the turn before. */
function isThanks(text: string | null): boolean {
  return text?.startsWith("Thanks") ?? false;
}
