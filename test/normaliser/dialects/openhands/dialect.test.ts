/**
 * OpenHands SDK 1.58.2 with a local model, two prompts, captured 2026-11-29 as its exporter sent it: in protobuf; the first
 * call of the second prompt got 429. Titles and costs are built on that.
 */
import { describe, expect, test } from "bun:test";
import { decodeProtobuf } from "../../../../src/ingest/protobuf/decode.ts";
import type { StoredLine } from "../../../../src/vocabulary/otlp.ts";
import { assembleTurns } from "../../../../src/turns/assemble.ts";
import { attributes, ofKind, onlySession, recordsOfBody, resourceOf, settle } from "../../captured.ts";

const BODY = new URL("../../../fixtures/bodies/openhands-1.58.2-traces.binpb", import.meta.url);

async function session() {
  const decoded = decodeProtobuf(await Bun.file(BODY).bytes(), "traces", { values: 10_000, objects: 10_000 });
  if (!decoded.ok) throw new Error(decoded.problem.kind);
  const sessions = settle(recordsOfBody(decoded.value as StoredLine));
  const [[id, { agent, events }] = ["", { agent: "other", events: [] }]] = sessions;
  expect([sessions.size, id, agent]).toEqual([1, "83ed8eba-d96d-407f-b7cd-667a41c4fb2a", "openhands"]);
  return events;
}

describe("a session of OpenHands", () => {
  test("has each message with its text, and the work that it is for, although all is one trace", async () => {
    const events = await session();
    expect(ofKind(events, "prompt").map(({ text }) => text)).toEqual([
      "Create a.txt with two lines",
      "Change one to uno and commit",
    ]);
    const turns = assembleTurns(events);
    expect(turns.map(({ calls }) => calls)).toEqual([3, 3]);
  });

  test("counts what was cached out of each call's input, once for its two spans", async () => {
    const calls = ofKind(await session(), "model_call");
    expect(calls.map(({ result }) => result)).toEqual([
      "succeeded",
      "succeeded",
      "succeeded",
      "failed",
      "succeeded",
      "succeeded",
      "succeeded",
    ]);
    expect(calls[0]).toMatchObject({ model: "kimi-k2", helper: false, reportedCost: null });
    expect(calls[0]?.tokens).toEqual({ input: 600, output: 25, cacheRead: 600, cacheCreation: 0 });
    expect(calls[3]?.tokens.input).toBeNull();
  });

  test("has edits with their lines, and commands with their exit codes", async () => {
    const tools = ofKind(await session(), "tool_call");
    expect(tools.map(({ name, ok, exitCode }) => [name, ok, exitCode])).toEqual([
      ["file_editor", true, null],
      ["terminal", true, 0],
      ["finish", true, null],
      ["file_editor", true, null],
      ["terminal", true, 1],
    ]);
    expect(tools.filter(({ edits }) => edits).flatMap(({ files }) => files)).toEqual([
      { path: "/home/dev/project/a.txt", added: 2, removed: 0 },
      { path: "/home/dev/project/a.txt", added: 1, removed: 1 },
    ]);
    expect(tools[1]).toMatchObject({ command: "cat a.txt", outputTail: "one\ntwo" });
  });
});

describe("a call of OpenHands", () => {
  function call(path: string[], more: Record<string, string | number> = {}) {
    const told = {
      "lmnr.span.type": "LLM",
      "lmnr.association.properties.session_id": "s-1",
      "lmnr.span.path": path,
      "gen_ai.request.model": "m",
      ...more,
    };
    const times = { startTimeUnixNano: "1795233500000000000", endTimeUnixNano: "1795233501000000000" };
    const span = { traceId: "a".repeat(32), spanId: "b".repeat(16), name: "litellm.completion", ...times };
    const scopeSpans = [
      { scope: { name: "lmnr.tracer" }, spans: [{ ...span, attributes: attributes(told) }] },
    ];
    const body = { resourceSpans: [{ resource: resourceOf("main.py"), scopeSpans }] };
    return ofKind(onlySession(recordsOfBody(body)), "model_call")[0];
  }

  const STEP = ["conversation", "conversation.run", "agent.step"];

  test("is a helper's where it asks for a title or a summary", () => {
    expect(call([...STEP, "llm.m", "litellm.completion"])).toMatchObject({ helper: false, foreground: true });
    const title = call(["conversation", "conversation.generate_title", "llm.m", "litellm.completion"]);
    expect(title).toMatchObject({ helper: true, foreground: false });
    const summary = call([
      ...STEP,
      "LLMSummarizingCondenser._get_condensation",
      "llm.m",
      "litellm.completion",
    ]);
    expect(summary).toMatchObject({ helper: true });
  });

  test("has the cost that the agent counts", () => {
    expect(
      call([...STEP, "llm.m", "litellm.completion"], { "gen_ai.usage.cost": 0.0125 })?.reportedCost,
    ).toBe(12_500);
  });
});
