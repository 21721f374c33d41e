import { describe, expect, test } from "bun:test";
import { factsSeen } from "../../../src/turns/coverage/facts-seen.ts";
import { call, compaction, decision, edit, landed, prompt, shell, turnsOf } from "../events.ts";

describe("facts", () => {
  test("of a prompt whose text is withheld and of a call that says nothing are few", () => {
    const nothing = { input: null, output: null, cacheRead: null, cacheCreation: null };
    const silent = call(1, 2, { tokens: nothing, durationMs: null });
    expect([...factsSeen(turnsOf(prompt(0, null), silent))]).toEqual(["prompts"]);
  });

  test("are seen when one turn shows them", () => {
    const turns = turnsOf(
      prompt(0, "Rename the parser"),
      call(1, 2, { reportedCost: 12, firstTokenMs: 300 }),
      edit(3, "/app/parser.ts"),
      compaction(4, "manual"),
      prompt(5, "Commit it"),
      shell(6, "git commit -m x", { exitCode: 0 }),
    );
    expect([...factsSeen(turns)].toSorted()).toEqual([
      "commits",
      "compaction",
      "cost",
      "edits",
      "firstToken",
      "latency",
      "promptText",
      "prompts",
      "tokens",
    ]);
  });

  test("of commits are also those that a metric counts", () => {
    expect(factsSeen(turnsOf(prompt(0, "Commit it"), landed(1, "commit"))).has("commits")).toBe(true);
    expect(factsSeen(turnsOf(prompt(0, "Open it"), landed(1, "pull_request"))).has("commits")).toBe(false);
  });

  test("of decisions are a person's and automatic ones", () => {
    expect(
      factsSeen(turnsOf(prompt(0, "Go"), decision(edit(1, "/app/parser.ts"), "accept", "automatic"))).has(
        "decisions",
      ),
    ).toBe(true);
  });
});
