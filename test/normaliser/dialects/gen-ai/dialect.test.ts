/**
 * The GenAI conventions, and Copilot and VS Code that speak them. Captures: OTel JS SDK exporters 0.223.1 and Copilot
 * CLI 1.0.102, 2026-11-21. VS Code, and what the captures do not show, is built from docs/dialects.md.
 */
import { describe, expect, test } from "bun:test";
import type { Event } from "../../../../src/normaliser/event.ts";
import type { Span, StoredLine } from "../../../../src/vocabulary/otlp.ts";
import {
  attributes,
  logsBody,
  ofKind,
  onlySession,
  recordsOfBody,
  recordsOfFile,
  recordsOfSession,
  resourceOf,
  settle,
} from "../../captured.ts";

const AT = 1_795_233_500_000;
const TRACE = "a".repeat(32);
type Plain = Record<string, string | number | boolean | object>;
type Built = Omit<Span, "attributes"> & { told?: Plain };

/** Built from documentation: spans of one trace, a second apart and half a second long. */
function spans(service: string, built: readonly Built[], resource: Plain = {}): StoredLine {
  const made = built.map(({ told = {}, ...span }, index) => ({
    traceId: TRACE,
    spanId: `${index}`,
    startTimeUnixNano: `${AT + index * 1_000}000000`,
    endTimeUnixNano: `${AT + index * 1_000 + 500}000000`,
    ...span,
    attributes: attributes(told),
  }));
  return {
    resourceSpans: [
      { resource: resourceOf(service, resource), scopeSpans: [{ scope: { name: service }, spans: made }] },
    ],
  };
}

function session(service: string, built: readonly Built[], resource: Plain = {}): Event[] {
  return onlySession(recordsOfBody(spans(service, built, resource)));
}

const inSession = { "gen_ai.conversation.id": "s-1" };
const chat = { ...inSession, "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" };

describe("a model call", () => {
  test("of the SDK's capture has input and output, and nothing about a cache", async () => {
    const calls = ofKind(onlySession(await recordsOfSession("sdk-js-gzip")), "model_call");
    expect(calls).toHaveLength(3);
    expect(calls[0]?.tokens).toEqual({ input: 1_234, output: 56, cacheRead: null, cacheCreation: null });
  });

  test("of Copilot counts what was cached out of its input, and its first token in milliseconds", async () => {
    const events = onlySession(await recordsOfFile("copilot-cli-1.0.102-traces.json"));
    const worked = ofKind(events, "model_call").filter((call) => call.result === "succeeded");
    expect(worked.map((call) => [call.tokens.input, call.tokens.cacheRead, call.tokens.output])).toEqual([
      [200, 800, 20],
      [200, 800, 20],
      [200, 800, 20],
    ]);
    expect(worked.map((call) => call.firstTokenMs)).toEqual([1, 5, 17]);
  });

  test("of Copilot costs nano credits, and its premium-request multiplier is no money", () => {
    const told = { ...chat, "github.copilot.cost": 1, "github.copilot.nano_aiu": 1_000_000_000 };
    const priced = ofKind(session("github-copilot", [{ name: "chat m", told }]), "model_call");
    expect(priced.map((call) => call.reportedCost)).toEqual([10_000]);
    const free = { ...chat, "github.copilot.nano_aiu": 0 };
    expect(
      ofKind(session("github-copilot", [{ name: "chat m", told: free }]), "model_call")[0]?.reportedCost,
    ).toBe(0);
    expect(
      ofKind(session("github-copilot", [{ name: "chat m", told: chat }]), "model_call")[0]?.reportedCost,
    ).toBeNull();
  });

  test("that failed says whether it may work later only with a status", () => {
    const events = session("lab", [
      { name: "chat m", status: { code: 2 }, told: chat },
      { name: "chat m", told: { ...chat, "error.type": "429" } },
      { name: "chat m", status: { code: 2 }, told: { ...chat, "http.response.status_code": 400 } },
    ]);
    expect(ofKind(events, "model_call").map((call) => [call.result, call.status, call.retryable])).toEqual([
      ["failed", null, null],
      ["failed", 429, true],
      ["failed", 400, false],
    ]);
  });

  test("is read in every spelling of the conventions", () => {
    const told = {
      ...inSession,
      "gen_ai.system": "x",
      "gen_ai.usage.prompt_tokens": "100",
      "gen_ai.usage.completion_tokens": "7",
      "gen_ai.usage.cache_read.input_tokens": 30,
      "gen_ai.usage.cache_write.input_tokens": 20,
    };
    const [call] = ofKind(session("lab", [{ name: "chat m", told }]), "model_call");
    expect(call?.tokens).toEqual({ input: 50, output: 7, cacheRead: 30, cacheCreation: 20 });
  });

  test("inside a sub-agent does not carry the conversation", () => {
    const agent = { ...inSession, "gen_ai.operation.name": "invoke_agent" };
    const events = session("github-copilot", [
      { name: "invoke_agent", spanId: "outer", told: agent },
      {
        name: "execute_tool task",
        spanId: "tool",
        parentSpanId: "outer",
        told: { ...inSession, "gen_ai.tool.name": "task" },
      },
      { name: "invoke_agent explore", spanId: "inner", parentSpanId: "tool", told: agent },
      { name: "chat m", spanId: "c1", parentSpanId: "outer", told: chat },
      { name: "chat m", spanId: "c2", parentSpanId: "inner", told: chat },
    ]);
    expect(ofKind(events, "model_call").map((call) => call.foreground)).toEqual([true, false]);
    expect(ofKind(events, "prompt")).toHaveLength(1);
  });
});

describe("a tool call", () => {
  test("of Copilot is no failure when its command returned 1", async () => {
    const events = onlySession(await recordsOfFile("copilot-cli-1.0.102-traces.json"));
    expect(
      ofKind(events, "tool_call").map((tool) => [tool.name, tool.ok, tool.exitCode, tool.edits]),
    ).toEqual([
      ["create", true, null, true],
      ["edit", true, null, true],
      ["bash", true, 1, false],
    ]);
  });

  test("failed when its span did", async () => {
    const tools = ofKind(onlySession(await recordsOfSession("sdk-js-gzip")), "tool_call");
    expect(tools.map((tool) => [tool.name, tool.ok])).toEqual(Array(3).fill(["bash", false]));
  });

  test("reports its command and id when content is captured, whatever the id's spelling", () => {
    const told = {
      ...inSession,
      "gen_ai.tool.name": "bash",
      "gen_ai.tool.call_id": "call-1",
      "gen_ai.tool.call.arguments": '{"command":"npm test"}',
      "gen_ai.tool.call.result": "1 passed",
    };
    const [tool] = ofKind(session("lab", [{ name: "execute_tool bash", told }]), "tool_call");
    expect([tool?.callId, tool?.command, tool?.outputTail]).toEqual(["call-1", "npm test", "1 passed"]);
  });
});

describe("a prompt", () => {
  test("is first of all an event whose name ends in user_prompt", async () => {
    const prompts = ofKind(onlySession(await recordsOfSession("sdk-js-gzip")), "prompt");
    expect(prompts.map((prompt) => [prompt.text, prompt.chars])).toEqual(
      Array(3).fill(["Fix the bug ☕", 13]),
    );
  });

  test("is else the user's message in Copilot's agent span, at its time", async () => {
    const prompts = ofKind(onlySession(await recordsOfFile("copilot-cli-1.0.102-traces.json")), "prompt");
    expect(prompts.map((prompt) => [prompt.textState, prompt.startedAt === prompt.at])).toEqual([
      ["withheld", true],
    ]);
  });

  test("is else the start of the outermost agent span, whose messages hold the text", () => {
    const messages = JSON.stringify([
      { role: "user", parts: [{ type: "text", content: "first" }] },
      { role: "assistant", parts: [] },
      { role: "user", parts: [{ type: "text", content: "Fix it" }] },
    ]);
    const told = { ...inSession, "gen_ai.operation.name": "invoke_agent", "gen_ai.input.messages": messages };
    const [prompt] = ofKind(session("lab", [{ name: "invoke_agent", told }]), "prompt");
    expect([prompt?.text, prompt?.at, prompt?.chars]).toEqual(["Fix it", AT, 6]);
  });

  test("is else the root of a trace that holds a model call", () => {
    const events = session("lab", [
      { name: "agent.turn", spanId: "root", told: { "session.id": "s-1" } },
      { name: "chat m", parentSpanId: "root", told: { "gen_ai.operation.name": "chat" } },
    ]);
    expect(ofKind(events, "prompt").map((prompt) => [prompt.at, prompt.textState])).toEqual([
      [AT, "withheld"],
    ]);
    expect(ofKind(session("lab", [{ name: "cron", told: { "session.id": "s-1" } }]), "prompt")).toEqual([]);
  });

  test("is not what Copilot itself sends to the model", () => {
    const event = (source: string) => ({
      name: "github.copilot.user.message",
      timeUnixNano: `${AT}000000`,
      attributes: attributes({ "github.copilot.user.message.source": source }),
    });
    const told = { ...inSession, "gen_ai.operation.name": "invoke_agent" };
    const events = session("github-copilot", [
      { name: "invoke_agent", told, events: [event("user"), event("system")] },
    ]);
    expect(ofKind(events, "prompt")).toHaveLength(1);
  });
});

describe("the context", () => {
  test("has the size that Copilot reports, once while it stays the same", async () => {
    const events = onlySession(await recordsOfFile("copilot-cli-1.0.102-traces.json"));
    expect(ofKind(events, "context_window").map((one) => one.tokens)).toEqual([64_000]);
  });

  test("is compacted by an event with prefixed or bare names", () => {
    const completed = (prefix: string, success: boolean) => ({
      name: "github.copilot.session.compaction_complete",
      timeUnixNano: `${AT}000000`,
      attributes: attributes({ [`${prefix}success`]: success }),
    });
    const events = [completed("github.copilot.", true), completed("", true), completed("", false)];
    const told = { ...inSession, "gen_ai.operation.name": "invoke_agent" };
    const compactions = ofKind(
      session("github-copilot", [{ name: "invoke_agent", told, events }]),
      "compaction",
    );
    expect(compactions.map((one) => one.trigger)).toEqual([null, null]);
  });
});

describe("a session", () => {
  test("is the trace's where a span names none", () => {
    const events = session("github-copilot", [
      { name: "execute_tool bash", told: { "gen_ai.tool.name": "bash" } },
      { name: "chat m", told: chat },
    ]);
    expect(events.map((event) => event.kind).toSorted()).toEqual(["model_call", "prompt", "tool_call"]);
  });

  test("is the resource's where nothing else names it", () => {
    const [call] = ofKind(
      session("lab", [{ name: "chat m" }], { "session.id": "of-resource" }),
      "model_call",
    );
    expect(call).toBeDefined();
  });

  test("in VS Code is never the window", () => {
    const window = spans("copilot-chat", [{ name: "chat m", told: { "session.id": "window" } }], {
      "session.id": "window",
    });
    expect(settle(recordsOfBody(window)).size).toBe(0);
    const told = { "copilot_chat.chat_session_id": "chat-1", "copilot_chat.time_to_first_token": 321 };
    const named = settle(
      recordsOfBody(spans("copilot-chat", [{ name: "chat m", told }], { "session.id": "window" })),
    );
    expect([...named.keys()]).toEqual(["chat-1"]);
    expect(ofKind(named.get("chat-1")?.events ?? [], "model_call")[0]?.firstTokenMs).toBe(321);
  });

  test("in VS Code reports the repository and what its credits cost", () => {
    const agent = {
      ...inSession,
      "gen_ai.operation.name": "invoke_agent",
      "github.copilot.git.repository": "acme/app",
    };
    const priced = { ...chat, "copilot_chat.copilot_usage_nano_aiu": 500_000_000 };
    const events = session("copilot-chat", [
      { name: "invoke_agent", told: agent },
      { name: "chat m", told: priced },
    ]);
    expect(ofKind(events, "directory").map((one) => one.repository)).toEqual(["acme/app"]);
    expect(ofKind(events, "model_call").map((call) => call.reportedCost)).toEqual([5_000]);
  });

  test("is not reported by VS Code's events, which repeat its spans", () => {
    const log = {
      at: AT,
      attributes: { "event.name": "copilot_chat.tool.call", "session.id": "window", duration_ms: 5 },
    };
    expect(settle(recordsOfBody(logsBody("copilot-chat", [log]))).size).toBe(0);
  });
});
