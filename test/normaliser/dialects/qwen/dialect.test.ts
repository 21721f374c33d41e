/** Qwen Code. Captures: 0.24.4, 2026-11-21. What they do not show is built from docs/dialects.md */
import { describe, expect, test } from "bun:test";
import type { Event } from "../../../../src/normaliser/event.ts";
import type { StoredLine } from "../../../../src/vocabulary/otlp.ts";
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
type Plain = Record<string, string | number | boolean | object>;
interface Log {
  name: string;
  told?: Plain;
  spanId?: string;
}

/** Built from documentation: log records of one session, a second apart. */
function logs(records: readonly Log[]): StoredLine {
  const made = records.map(({ name, told, spanId }, index) => ({
    at: AT + index * 1_000,
    attributes: { "event.name": name, "session.id": "s-1", ...told },
    ...(spanId === undefined ? {} : { traceId: "t".repeat(32), spanId }),
  }));
  return logsBody("qwen-code", made);
}

/** Built from documentation: spans of one session. */
function spans(
  records: readonly { name: string; spanId: string; parentSpanId?: string; told: Plain }[],
): StoredLine {
  const made = records.map(({ told, ...span }, index) => ({
    ...span,
    traceId: "t".repeat(32),
    startTimeUnixNano: `${AT + index * 100}000000`,
    endTimeUnixNano: `${AT + index * 100 + 50}000000`,
    attributes: attributes({ "session.id": "s-1", ...told }),
  }));
  const scopeSpans = Map.groupBy(made, (span) =>
    span.name === "POST" ? "@opentelemetry/instrumentation-http" : "qwen-code",
  );
  return {
    resourceSpans: [
      {
        resource: resourceOf("qwen-code"),
        scopeSpans: [...scopeSpans].map(([name, of]) => ({ scope: { name }, spans: of })),
      },
    ],
  };
}

function settled(...bodies: readonly StoredLine[]): Event[] {
  return onlySession(bodies.flatMap((body, index) => recordsOfBody(body, index)));
}

describe("a model call", () => {
  test("keeps its thoughts inside the output, as the total reports", async () => {
    const [first] = ofKind(onlySession(await recordsOfSession("qwen-tool")), "model_call");
    expect(first?.tokens).toEqual({ input: 11_779, output: 106, cacheRead: 7_808, cacheCreation: null });
    expect(first?.firstTokenMs).toBe(586);
  });

  test("of a managed subagent is the agent's own", async () => {
    const calls = ofKind(onlySession(await recordsOfSession("qwen-tool")), "model_call");
    expect(calls.filter((call) => call.helper)).toHaveLength(1);
    expect(calls.filter((call) => call.helper && call.foreground)).toEqual([]);
  });

  test.each([
    ["s-1########0", true, false],
    ["s-1", true, false],
    ["forked_query", false, true],
    ["side-query:permission_classifier_stage1", false, true],
    ["compress-1795308371965", false, true],
  ])(
    "for the prompt %s: carries the conversation %p, is the agent's own %p",
    (prompt_id, foreground, helper) => {
      const told = { prompt_id, output_token_count: 1 };
      const [call] = ofKind(settled(logs([{ name: "qwen-code.api_response", told }])), "model_call");
      expect([call?.foreground, call?.helper]).toEqual([foreground, helper]);
    },
  );

  test("fails in a POST that only a span reports", async () => {
    const calls = ofKind(onlySession(await recordsOfSession("qwen-r429")), "model_call");
    const failed = calls.filter((call) => call.result === "failed");
    expect(failed).toHaveLength(9);
    expect(new Set(failed.map((call) => `${call.status} ${call.model} ${call.retryable}`))).toEqual(
      new Set(["429 fake-coder true"]),
    );
  });

  test("fails once when both the POST and an api_error report it", () => {
    const events = settled(
      spans([
        { name: "POST", spanId: "p1", parentSpanId: "r1", told: { "http.response.status_code": 400 } },
        { name: "qwen-code.llm_request", spanId: "r1", told: { "gen_ai.request.model": "m" } },
      ]),
      logs([
        { name: "qwen-code.api_error", told: { status_code: 400 }, spanId: "r1" },
        { name: "qwen-code.api_error", told: { status_code: 500 }, spanId: "r2" },
      ]),
    );
    expect(ofKind(events, "model_call").map((call) => call.status)).toEqual([400, 500]);
  });

  test("is no POST to anywhere else", () => {
    const told = { "http.response.status_code": 500 };
    const body = spans([
      { name: "POST", spanId: "p1", parentSpanId: "elsewhere", told },
      { name: "qwen-code.llm_request", spanId: "r1", told: {} },
    ]);
    expect(ofKind(settled(body), "model_call")).toEqual([]);
  });
});

describe("a tool call", () => {
  test("worked although its command failed, whose exit code is in the error", async () => {
    const tools = ofKind(onlySession(await recordsOfSession("qwen-tool")), "tool_call");
    expect(tools.map((tool) => [tool.name, tool.ok, tool.exitCode])).toEqual([
      ["run_shell_command", true, 3],
      ["read_file", false, null],
      ["run_shell_command", true, 127],
      ["edit", false, null],
      ["write_file", true, null],
      ["run_shell_command", true, 0],
    ]);
  });

  test("that was cancelled is an interrupt; one that never began was refused", () => {
    const told = {
      function_name: "run_shell_command",
      success: false,
      status: "cancelled",
      decision: "accept",
    };
    const events = settled(
      logs([
        { name: "qwen-code.tool_call", told: { ...told, call_id: "a", execution_status: "error" } },
        { name: "qwen-code.tool_call", told: { ...told, call_id: "b", execution_status: "not_started" } },
      ]),
    );
    expect(ofKind(events, "interrupt")).toHaveLength(2);
    expect(ofKind(events, "tool_call").map((tool) => [tool.callId, tool.rejected, tool.ok])).toEqual([
      ["a", false, false],
      ["b", true, null],
    ]);
  });

  test("decided by auto_accept is automatic; a plain accept under a mode that asks is a person's", () => {
    const tool = (decision: string) => ({
      name: "qwen-code.tool_call",
      told: { function_name: "edit", success: true, decision },
    });
    const config = { name: "qwen-code.config", told: { approval_mode: "default" } };
    const unknown = ofKind(settled(logs([tool("accept")])), "decision");
    expect(unknown.map((one) => one.by)).toEqual(["automatic"]);
    const asked = ofKind(settled(logs([config, tool("accept"), tool("auto_accept")])), "decision");
    expect(asked.map((one) => one.by)).toEqual(["person", "automatic"]);
    const autoEdit = { ...config, told: { approval_mode: "auto-edit" } };
    expect(ofKind(settled(logs([autoEdit, tool("accept")])), "decision").map((one) => one.by)).toEqual([
      "automatic",
    ]);
  });
});

describe("a session", () => {
  test("names its processes by session.start", async () => {
    const events = onlySession(await recordsOfSession("qwen-ok"));
    expect(ofKind(events, "session_start")).toHaveLength(3);
    expect(new Set(events.map((event) => event.process)).size).toBe(3);
    expect(ofKind(events, "session_end")).toHaveLength(3);
  });

  test("of an old build is started by its configuration", () => {
    const events = settled(
      logs([{ name: "qwen-code.config" }, { name: "qwen-code.user_prompt", told: { prompt: "Hi" } }]),
    );
    expect(ofKind(events, "session_start")).toHaveLength(1);
    expect(ofKind(events, "prompt").map((prompt) => prompt.interactive)).toEqual([null]);
  });

  test("may go on from another", () => {
    const events = settled(logs([{ name: "session.start", told: { "session.previous_id": "s-0" } }]));
    expect(ofKind(events, "session_start").map((start) => start.previousSession)).toEqual(["s-0"]);
  });

  test("reports its window once for as long as it stays the same", async () => {
    const windows = ofKind(onlySession(await recordsOfSession("qwen-ok")), "context_window");
    expect(windows.map((window) => window.tokens)).toEqual([200_000]);
  });

  test("is interrupted by api_cancel", () => {
    expect(ofKind(settled(logs([{ name: "qwen-code.api_cancel" }])), "interrupt")).toHaveLength(1);
  });
});

describe("a call that worked after its HTTP client had tried again", () => {
  test("is as long as the attempt that worked, in the captured session", async () => {
    const calls = ofKind(onlySession(await recordsOfSession("qwen-r429")), "model_call");
    const worked = calls.filter(({ result }) => result === "succeeded");
    // the records say 1639, 2071 and 103 ms for the first three
    expect(worked.slice(0, 3).map(({ durationMs }) => durationMs)).toEqual([88, 53, 103]);
    expect(worked.every(({ firstTokenMs, durationMs }) => (firstTokenMs ?? 0) <= (durationMs ?? 0))).toBe(
      true,
    );
  });
});
