/** goose, by its source: spans with the attributes that crates/goose/src/agents of block/goose sets, read 2026-11-28. */
import { describe, expect, test } from "bun:test";
import { attributes, ofKind, onlySession, recordsOfBody, resourceOf, settle } from "../../captured.ts";

const AT = 1_795_233_500_000;
const TRACE = "a".repeat(32);
const SESSION = { "session.id": "20261128_1" };

const PROMPT = "Fix the total";
const USER = { user_message: PROMPT, trace_input: PROMPT };
const ASKED = JSON.stringify([{ role: "user", content: PROMPT }]);
const EDIT = { path: "src/total.ts", before: "one\ntwo", after: "one\nthree\nfour" };
const RAN = {
  content: [{ type: "text", text: "1 failed\n\nCommand exited with code 1", annotations: { priority: 0 } }],
  structuredContent: { stdout: "1 failed", stderr: "", exit_code: 1 },
  isError: true,
};

type Plain = Record<string, string | number | boolean | object>;

function reply(more: Plain = {}) {
  const told = { ...SESSION, "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "goose", ...more };
  return { spanId: "1".repeat(16), name: "reply", told };
}

function call(more: Plain = {}) {
  const asked = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt",
  };
  const told = { ...SESSION, "gen_ai.conversation.id": "20261128_1", ...asked, ...more };
  return { parentSpanId: "1".repeat(16), name: "stream_response_from_provider", told };
}

const ANSWERED = {
  "gen_ai.response.model": "gpt-5.4",
  "gen_ai.usage.input_tokens": 1_000,
  "gen_ai.usage.output_tokens": 40,
  "gen_ai.usage.cache_read.input_tokens": 700,
};

function tool(name: string, more: Plain = {}) {
  const run = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": name,
    "gen_ai.tool.call.id": `call-${name}`,
  };
  const told = { ...SESSION, "gen_ai.conversation.id": "20261128_1", ...run, ...more };
  return { parentSpanId: "1".repeat(16), name: "dispatch_tool_call", told };
}

function records(built: readonly { name: string; told: Plain; spanId?: string; parentSpanId?: string }[]) {
  const spans = built.map(({ told, ...span }, index) => ({
    traceId: TRACE,
    spanId: `${index}`,
    startTimeUnixNano: `${AT + index * 1_000}000000`,
    endTimeUnixNano: `${AT + index * 1_000 + 500}000000`,
    ...span,
    attributes: attributes({ "code.namespace": "goose::agents", busy_ns: 1_000, ...told }),
  }));
  const resource = resourceOf("goose", { "service.version": "1.44.0", "service.namespace": "goose" });
  return recordsOfBody({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "goose" }, spans }] }] });
}

const WITH_TEXT = [
  reply({ ...USER, "gen_ai.input.messages": ASKED }),
  call(ANSWERED),
  tool("edit", { "gen_ai.tool.call.arguments": JSON.stringify(EDIT) }),
  tool("shell", {
    "gen_ai.tool.call.arguments": JSON.stringify({ command: "bun test" }),
    output: JSON.stringify({ status: "error", value: RAN }),
    "error.type": "tool_error",
  }),
  call(),
];

describe("a turn of goose", () => {
  test("is its own agent's, with the prompt first", () => {
    const [[id, { agent, events }] = ["", { agent: "other", events: [] }]] = settle(records(WITH_TEXT));
    expect([id, agent]).toEqual(["20261128_1", "goose"]);
    expect(events.map(({ kind }) => kind)).toEqual([
      "prompt",
      "model_call",
      "tool_call",
      "tool_call",
      "model_call",
    ]);
    expect(ofKind(events, "prompt")).toMatchObject([{ text: PROMPT, textState: "sent" }]);
  });

  test("counts what was cached out of a call's input, and does not know how a call without an answer ended", () => {
    const calls = ofKind(onlySession(records(WITH_TEXT)), "model_call");
    expect(calls.map(({ result, model }) => [result, model])).toEqual([
      ["succeeded", "gpt-5.4"],
      ["unknown", "gpt"],
    ]);
    expect(calls[0]?.tokens).toEqual({ input: 300, output: 40, cacheRead: 700, cacheCreation: null });
  });

  test("has the lines of an edit, and a command that failed in a tool that worked", () => {
    const [edit, command] = ofKind(onlySession(records(WITH_TEXT)), "tool_call");
    expect(edit).toMatchObject({ ok: true, files: [{ path: "src/total.ts", added: 2, removed: 1 }] });
    expect(command).toMatchObject({ command: "bun test", exitCode: 1, ok: true });
    expect(command?.outputTail).toStartWith("1 failed");
  });

  test("without texts keeps what is known of it", () => {
    const events = onlySession(
      records([reply(), call(ANSWERED), tool("shell", { "error.type": "tool_error" })]),
    );
    expect(ofKind(events, "prompt")).toMatchObject([{ text: null, textState: "withheld" }]);
    expect(ofKind(events, "tool_call")).toMatchObject([{ exitCode: null, command: null, ok: false }]);
  });

  test("begins no turn for a sub-agent, which has the parent's session", () => {
    const inner = {
      ...reply({ "gen_ai.conversation.id": "20261128_2" }),
      spanId: "2".repeat(16),
      parentSpanId: "1".repeat(16),
    };
    const events = onlySession(records([...WITH_TEXT, inner]));
    expect(ofKind(events, "prompt")).toHaveLength(1);
  });
});
