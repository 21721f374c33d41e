/** Codex. Captures: 0.169.0, 2026-11-21. What they do not show is built from docs/dialects.md */
import { describe, expect, test } from "bun:test";
import type { Event } from "../../../../src/normaliser/event.ts";
import {
  isHelperConversation,
  withoutConversation,
} from "../../../../src/normaliser/own-conversations/helper-conversation.ts";
import {
  attributes,
  logsBody,
  ofKind,
  onlySession,
  recordsOfBody,
  recordsOfSession,
  resourceOf,
} from "../../captured.ts";

const AT = 1_795_232_848_000;

/** Built from documentation: log records `codex.<name>` of one conversation, a second apart. */
function conversation(
  records: readonly (readonly [string, Record<string, string | number | boolean>])[],
  service = "codex_cli_rs",
): Event[] {
  const logs = records.map(([name, told], index) => ({
    at: AT + index * 1_000,
    attributes: { "event.name": `codex.${name}`, "conversation.id": "c-1", model: "gpt-5.4", ...told },
  }));
  return onlySession(recordsOfBody(logsBody(service, logs, "codex_otel.log_only")));
}

const usage = { "event.kind": "response.completed", input_token_count: "100", output_token_count: "10" };
const call = { tool_name: "exec_command", call_id: "call-1", success: "true", duration_ms: "20" };

describe("a prompt", () => {
  test("is sent as it was typed", async () => {
    const [first] = ofKind(onlySession(await recordsOfSession("codex-ok")), "prompt");
    expect(first?.text).toBe("List the files in this repository and tell me what it does.");
    expect([first?.textState, first?.chars, first?.promptId, first?.command]).toEqual([
      "sent",
      59,
      null,
      null,
    ]);
  });

  test("is withheld as [REDACTED], and its length still reported", async () => {
    const prompts = ofKind(onlySession(await recordsOfSession("codex-noprompt")), "prompt");
    expect(prompts.map((prompt) => [prompt.text, prompt.textState, prompt.chars])).toEqual([
      [null, "withheld", 59],
    ]);
  });

  test("is not interactive under codex exec, and unknown elsewhere", async () => {
    const headless = ofKind(onlySession(await recordsOfSession("codex-ok")), "prompt");
    expect(headless.map((prompt) => prompt.interactive)).toEqual([false, false, false]);
    const [typed] = ofKind(conversation([["user_prompt", { prompt: "Fix it" }]]), "prompt");
    expect(typed?.interactive).toBeNull();
  });
});

describe("a model call", () => {
  test("lasts from the start of its request to its usage record, not to the headers", async () => {
    const calls = ofKind(onlySession(await recordsOfSession("codex-slow")), "model_call");
    expect(calls).toHaveLength(9);
    for (const one of calls) expect(one.durationMs).toBeGreaterThan(2_000);
    expect(calls[0]?.durationMs).toBe(2_491);
    expect(calls[0]?.firstTokenMs).toBe(2_392);
  });

  test("begins with the newest request that worked, after failed ones", async () => {
    const calls = ofKind(onlySession(await recordsOfSession("codex-r429")), "model_call");
    expect(calls.slice(0, 2).map((one) => [one.result, one.status, one.durationMs])).toEqual([
      ["failed", 429, 41],
      ["succeeded", null, 106],
    ]);
  });

  test("says how hard the model was asked to reason, where its usage record says so", () => {
    const events = conversation([
      ["sse_event", { ...usage, model_reasoning_effort: "High" }],
      ["sse_event", { ...usage, output_token_count: "11" }],
    ]);
    expect(ofKind(events, "model_call").map(({ effort }) => effort)).toEqual(["high", undefined]);
  });

  test("has no duration when its request was not seen", () => {
    const [one] = ofKind(conversation([["sse_event", usage]]), "model_call");
    expect([one?.durationMs, one?.startedAt]).toEqual([null, AT]);
  });

  test("takes no request of the call before", () => {
    const events = conversation([
      ["api_request", { duration_ms: "50", "http.response.status_code": 200 }],
      ["sse_event", usage],
      ["sse_event", { ...usage, output_token_count: "11" }],
    ]);
    expect(ofKind(events, "model_call").map((one) => one.durationMs)).toEqual([1_050, null]);
  });

  test("over a WebSocket begins with the websocket_request", () => {
    const events = conversation([
      ["websocket_request", { duration_ms: "30", success: "true" }],
      ["sse_event", usage],
      ["websocket_request", { duration_ms: "5", success: "false", "error.message": "closed" }],
    ]);
    expect(ofKind(events, "model_call").map((one) => [one.result, one.durationMs, one.retryable])).toEqual([
      ["succeeded", 1_030, null],
      ["failed", 5, true],
    ]);
  });

  test("counts cached tokens out of its input and keeps reasoning in its output", async () => {
    const [first] = ofKind(onlySession(await recordsOfSession("codex-ok")), "model_call");
    expect(first?.tokens).toEqual({ input: 6_044, output: 64, cacheRead: 3_840, cacheCreation: 0 });
    expect([first?.model, first?.reportedCost]).toEqual(["gpt-5.4", null]);
  });

  test("that failed may work later by its status", () => {
    const statuses = [400, 401, 408, 409, 429, 500, 503, 529];
    const failed = statuses.map(
      (status) => ["api_request", { "http.response.status_code": status }] as const,
    );
    const calls = ofKind(conversation(failed), "model_call");
    expect(calls.map((one) => one.retryable)).toEqual([false, false, true, true, true, true, true, true]);
  });
});

describe("a tool call", () => {
  test("worked although its command returned 3, 1 or 127", async () => {
    const tools = ofKind(onlySession(await recordsOfSession("codex-tool")), "tool_call");
    expect(tools.slice(0, 3).map((tool) => [tool.ok, tool.exitCode])).toEqual([
      [true, 3],
      [true, 1],
      [true, 127],
    ]);
    expect(tools[0]?.command).toBe("node calc.test.js --strict");
    expect(tools[0]?.outputTail).toBe("strict mode: 2 assertions failed");
  });

  test("is an edit when apply_patch is inside its command", async () => {
    const edits = ofKind(onlySession(await recordsOfSession("codex-ok")), "tool_call").filter(
      (tool) => tool.edits,
    );
    expect(edits.map((tool) => [tool.files, tool.exitCode])).toEqual([
      [[{ path: "calc.js", added: 1, removed: 1 }], 0],
    ]);
  });

  test("wrote nothing when its patch did not fit", async () => {
    const tools = ofKind(onlySession(await recordsOfSession("codex-tool")), "tool_call");
    const failed = tools.find((tool) => tool.ok === false);
    expect([failed?.edits, failed?.files]).toEqual([true, []]);
  });

  test("takes its exit code from the header, not from what the command wrote", () => {
    const output = "Wall time: 0.1 seconds\nOutput:\nlog says\nExit code: 5\n";
    const [tool] = ofKind(
      conversation([["tool_result", { ...call, arguments: '{"cmd":"cat log"}', output }]]),
      "tool_call",
    );
    expect(tool?.exitCode).toBeNull();
  });

  test("counts once however often its result is reported", () => {
    const result = ["tool_result", { ...call, arguments: '{"cmd":"ls"}' }] as const;
    expect(ofKind(conversation([result, result]), "tool_call")).toHaveLength(1);
  });

  test("by the tool apply_patch has the patch as its argument", () => {
    const patch = "*** Begin Patch\n*** Delete File: a.ts\n*** End Patch";
    const [tool] = ofKind(
      conversation([["tool_result", { ...call, tool_name: "apply_patch", arguments: patch }]]),
      "tool_call",
    );
    expect(tool?.files).toEqual([{ path: "a.ts", added: 0, removed: 0 }]);
  });

  test("of an MCP server is no edit, whatever its name", () => {
    const told = { ...call, tool_name: "edit", mcp_server: "wiki", arguments: "{}" };
    const [tool] = ofKind(conversation([["tool_result", told]]), "tool_call");
    expect([tool?.edits, tool?.files]).toEqual([false, []]);
  });

  test("takes a command that is an argument vector", () => {
    const told = {
      ...call,
      tool_name: "shell",
      arguments: '{"command":["bash","-lc","npm test && echo ok"]}',
    };
    const [tool] = ofKind(conversation([["tool_result", told]]), "tool_call");
    expect(tool?.command).toBe("bash -lc 'npm test && echo ok'");
  });
});

describe("a decision", () => {
  test("by the configuration is automatic", async () => {
    const decisions = ofKind(onlySession(await recordsOfSession("codex-ok")), "decision");
    expect(decisions).toHaveLength(7);
    expect(new Set(decisions.map((one) => `${one.verdict} ${one.by}`))).toEqual(
      new Set(["accept automatic"]),
    );
  });

  test("by the user is a person's, and knows that the call was an edit", () => {
    const patch =
      '{"cmd":"apply_patch <<\'EOF\'\\n*** Begin Patch\\n*** Add File: a\\n+x\\n*** End Patch\\nEOF"}';
    const events = conversation([
      ["tool_decision", { ...call, decision: "approved_for_session", source: "User" }],
      ["tool_result", { ...call, arguments: patch }],
    ]);
    expect(ofKind(events, "decision").map((one) => [one.verdict, one.by, one.edits])).toEqual([
      ["accept", "person", true],
    ]);
  });

  test("against a call makes it neither worked nor failed", () => {
    const events = conversation([
      ["tool_decision", { ...call, decision: "denied", source: "user" }],
      ["tool_result", { ...call, success: "false", arguments: '{"cmd":"rm -r build"}' }],
    ]);
    expect(ofKind(events, "tool_call").map((tool) => [tool.rejected, tool.ok])).toEqual([[true, null]]);
    expect(ofKind(events, "decision").map((one) => [one.verdict, one.by])).toEqual([["reject", "person"]]);
  });

  test("to abort is an interrupt, and so is an interrupted turn", () => {
    const events = conversation([
      ["tool_decision", { ...call, decision: "abort", source: "User" }],
      ["turn_cost", { "turn.id": "t", "turn.interrupted": "true", "usage.estimated_usd": "0.02" }],
      ["turn_cost", { "turn.id": "t", "turn.interrupted": "false" }],
    ]);
    expect(ofKind(events, "interrupt")).toHaveLength(2);
    expect(ofKind(events, "decision").map((one) => one.verdict)).toEqual(["interrupt"]);
  });
});

describe("a conversation", () => {
  test("names its processes by its starts", async () => {
    const events = onlySession(await recordsOfSession("codex-ok"));
    expect(new Set(events.map((event) => event.process)).size).toBe(3);
  });

  test("reports its context window", () => {
    const events = conversation([["conversation_starts", { context_window: 272_000 }]]);
    expect(ofKind(events, "context_window").map((one) => one.tokens)).toEqual([272_000]);
  });

  test("that asks for a title is the agent's own: only spend is left", () => {
    const prompt = "Generate a concise, single-line task title for this conversation.";
    const events = conversation([
      ["conversation_starts", { sandbox_policy: "read-only" }],
      ["user_prompt", { prompt }],
      ["sse_event", usage],
      ["tool_result", { ...call, arguments: "{}" }],
    ]);
    expect(events.map((event) => event.kind)).toEqual(["model_call"]);
    expect(ofKind(events, "model_call").map((one) => one.helper)).toEqual([true]);
  });

  test("with withheld text may be the agent's own when it starts read-only at the time of another's prompt", () => {
    const start = ["conversation_starts", { sandbox_policy: "read-only" }] as const;
    const withheld = conversation([start, ["user_prompt", { prompt: "[REDACTED]" }], ["sse_event", usage]]);
    expect(isHelperConversation(withheld, [AT + 2_000])).toBe(true);
    expect(isHelperConversation(withheld, [AT + 2_001])).toBe(false);
    expect(withoutConversation(withheld).map((event) => event.kind)).toEqual(["model_call"]);
    const sent = conversation([start, ["user_prompt", { prompt: "What is this?" }]]);
    expect(isHelperConversation(sent, [AT])).toBe(false);
  });
});

describe("what only spans show", () => {
  type Told = Record<string, string | number | boolean>;

  /** Log records and spans of one conversation; a span lasts from its second to half a second later. */
  function told(
    records: readonly (readonly [string, Told])[],
    spans: readonly { name: string; at: number; more: Told }[],
  ): Event[] {
    const logs = records.map(([name, more], index) => ({
      at: AT + index * 1_000,
      attributes: { "event.name": `codex.${name}`, "conversation.id": "c-1", model: "gpt-5.4", ...more },
    }));
    const made = spans.map(({ name, at, more }, index) => ({
      traceId: "c".repeat(32),
      spanId: `span-${index}`,
      name,
      startTimeUnixNano: `${AT + at * 1_000}000000`,
      endTimeUnixNano: `${AT + at * 1_000 + 500}000000`,
      attributes: attributes({ "conversation.id": "c-1", ...more }),
    }));
    const traces = {
      resourceSpans: [{ resource: resourceOf("codex_cli_rs"), scopeSpans: [{ spans: made }] }],
    };
    return onlySession([
      ...recordsOfBody(logsBody("codex_cli_rs", logs, "codex_otel.log_only")),
      ...recordsOfBody(traces, 2),
    ]);
  }
  const stopped = {
    name: "exec_command",
    at: 5,
    more: { call_id: "call-1", aborted: true, tool_name: "exec_command" },
  };
  const approved = { tool_name: "exec_command", call_id: "call-1", decision: "approved", source: "User" };

  test.each([
    ["codex_core::tasks::compact", "manual"],
    ["codex_core::session::turn", "automatic"],
    ["codex_core::elsewhere", null],
  ] as const)("is a compaction, of which %s says that it is %p", (module, trigger) => {
    const events = told([], [{ name: "codex.compaction", at: 1, more: { "code.module.name": module } }]);
    expect(ofKind(events, "compaction").map((one) => one.trigger)).toEqual([trigger]);
  });

  test("is a compaction, whose own call is the agent's", () => {
    const compaction = {
      name: "codex.compaction",
      at: 0.8,
      more: { "code.module.name": "x::tasks::compact" },
    };
    const calls = ofKind(
      told(
        [
          ["sse_event", usage],
          ["sse_event", usage],
        ],
        [compaction],
      ),
      "model_call",
    );
    expect(calls.map((one) => [one.helper, one.foreground])).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test("is a call on which nobody decided: the person who was asked refused it", () => {
    const events = told([["user_prompt", { prompt: "Fix it" }]], [stopped]);
    expect(ofKind(events, "decision").map((one) => [one.verdict, one.by])).toEqual([["reject", "person"]]);
    expect(ofKind(events, "tool_call").map((one) => [one.rejected, one.ok])).toEqual([[true, null]]);
    expect(ofKind(events, "interrupt")).toEqual([]);
  });

  test("is a call that was approved and then stopped: an interrupt", () => {
    const events = told([["tool_decision", approved]], [stopped]);
    expect(ofKind(events, "decision").map((one) => one.verdict)).toEqual(["accept"]);
    expect(ofKind(events, "interrupt")).toHaveLength(1);
  });

  test("is nothing about a call that ran, whether its span says so or not", () => {
    const ran = { ...stopped, more: { ...stopped.more, aborted: false } };
    expect(told([["tool_result", call]], [ran]).map((event) => event.kind)).toEqual(["tool_call"]);
    expect(told([["tool_result", call]], [stopped]).map((event) => event.kind)).toEqual(["tool_call"]);
  });
});

describe("a hole", () => {
  test("is between tool results whose numbers jump", () => {
    const result = (number: number) =>
      ["tool_result", { ...call, call_id: `call-${number}`, tool_result_seq: number }] as const;
    const holes = ofKind(conversation([result(1), result(2), result(5), result(6), result(1)]), "hole");
    expect(holes.map(({ startedAt, at }) => [startedAt - AT, at - AT])).toEqual([[1_000, 2_000]]);
  });
});
