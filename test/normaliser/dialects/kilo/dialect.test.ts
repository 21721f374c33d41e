/** Kilo CLI 7.7.9, `kilo run` twice in one session with a local model, captured 2026-11-29; the second call of the second prompt got 429. */
import { describe, expect, test } from "bun:test";
import { ofKind, recordsOfSession, settle } from "../../captured.ts";

async function session() {
  const sessions = settle(await recordsOfSession("kilo-ok"));
  const [[id, { agent, events }] = ["", { agent: "other", events: [] }]] = sessions;
  expect([sessions.size, id, agent]).toEqual([1, "ses_ddb485e03ffebpsXJT97bD0FLX", "kilo"]);
  return events;
}

describe("a session of Kilo CLI", () => {
  test("has a prompt for each request of a person, without its text", async () => {
    const prompts = ofKind(await session(), "prompt");
    expect(prompts.map(({ text, textState }) => [text, textState])).toEqual([
      [null, "withheld"],
      [null, "withheld"],
    ]);
  });

  test("knows of its calls the model, and which failed", async () => {
    const calls = ofKind(await session(), "model_call");
    expect(new Set(calls.map(({ model }) => model))).toEqual(new Set(["gpt-5.4"]));
    expect(calls.map(({ result }) => result)).toEqual([
      "unknown",
      "unknown",
      "unknown",
      "unknown",
      "failed",
      "unknown",
      "unknown",
      "unknown",
    ]);
    expect(calls[0]).toMatchObject({ durationMs: null, helper: false, status: null });
    expect(calls[0]?.tokens).toEqual({ input: null, output: null, cacheRead: null, cacheCreation: null });
  });

  test("knows which tools ran and which of them edit, and neither files nor commands", async () => {
    const tools = ofKind(await session(), "tool_call");
    expect(tools.map(({ name, edits, ok }) => [name, edits, ok])).toEqual([
      ["write", true, true],
      ["bash", false, true],
      ["read", false, true],
      ["apply_patch", true, true],
      ["bash", false, true],
    ]);
    expect(tools.flatMap(({ files }) => files)).toEqual(
      Array(2).fill({ path: null, added: null, removed: null }),
    );
    expect(tools.map(({ command, exitCode }) => [command, exitCode])).toEqual(Array(5).fill([null, null]));
  });

  test("gives calls and tools to the prompt that they are for", async () => {
    const events = await session();
    const [first, second] = ofKind(events, "prompt").map(({ traceId }) => traceId);
    const work = events.filter(({ kind }) => kind === "model_call" || kind === "tool_call");
    expect(work.map(({ traceId }) => traceId)).toEqual([...Array(5).fill(first), ...Array(8).fill(second)]);
  });
});
