/**
 * Claude Code. No capture of it is in the fixtures: every record here is built from docs/dialects.md and the vendor's documentation,
 * the first from its sample of 2.1.294.
 */
import { describe, expect, test } from "bun:test";
import type { Event } from "../../../../src/normaliser/event.ts";
import type { KeyValue, StoredLine } from "../../../../src/vocabulary/otlp.ts";
import {
  attributes,
  logsBody,
  ofKind,
  onlySession,
  recordsOfBody,
  resourceOf,
  settle,
} from "../../captured.ts";

const AT = 1_791_447_318_137;
type Plain = Record<string, string | number | boolean | object>;

function logs(records: readonly (readonly [string, Plain, number?])[], service = "claude-code"): StoredLine {
  const made = records.map(([name, told, at], index) => ({
    at: at ?? AT + index * 1_000,
    attributes: { "session.id": "s-1", "event.name": name, "event.sequence": index, ...told },
  }));
  return logsBody(service, made, "com.anthropic.claude_code.events");
}

function session(...records: readonly (readonly [string, Plain, number?])[]): Event[] {
  return onlySession(recordsOfBody(logs(records)));
}

/** Points of one metric, ten seconds apart; `delta` as the agent sends by default. */
function counter(name: string, points: readonly Plain[], temporality = 1): StoredLine {
  const dataPoints = points.map(({ value, ...told }, index) => ({
    startTimeUnixNano: `${AT}000000`,
    timeUnixNano: `${AT + index * 10_000}000000`,
    asDouble: Number(value),
    attributes: attributes({ "session.id": "s-1", ...told }) as KeyValue[],
  }));
  const sum = { aggregationTemporality: temporality, isMonotonic: true, dataPoints };
  const scope = { name: "com.anthropic.claude_code" };
  return {
    resourceMetrics: [
      { resource: resourceOf("claude-code"), scopeMetrics: [{ scope, metrics: [{ name, sum }] }] },
    ],
  };
}

const request = { model: "claude-haiku-5-5", input_tokens: 2, output_tokens: 4, duration_ms: 742 };

describe("a model call", () => {
  test("I21: the sample of 2.1.294 is read whole", () => {
    const told = { ...request, cache_read_tokens: 9_179, cache_creation_tokens: 13_356, ttft_ms: 729 };
    const [call] = ofKind(
      session(["api_request", { ...told, cost_usd: 0.0027651900000000003, cost_usd_micros: 2_765 }]),
      "model_call",
    );
    expect(call?.tokens).toEqual({ input: 2, output: 4, cacheRead: 9_179, cacheCreation: 13_356 });
    expect([call?.durationMs, call?.firstTokenMs, call?.reportedCost, call?.model]).toEqual([
      742,
      729,
      2_765,
      "claude-haiku-5-5",
    ]);
    expect((call?.at ?? 0) - (call?.startedAt ?? 0)).toBe(742);
  });

  test("I23: a cost of 0 may come as an integer, and is a cost", () => {
    const [free] = ofKind(session(["api_request", { ...request, cost_usd: 0 }]), "model_call");
    const [untold] = ofKind(session(["api_request", request]), "model_call");
    expect([free?.reportedCost, untold?.reportedCost]).toEqual([0, null]);
  });

  test("of a build up to 2.1.121 has text in every attribute", () => {
    const told = {
      input_tokens: "2",
      output_tokens: "4",
      cost_usd: "0.002",
      duration_ms: "742",
      "event.sequence": "7",
    };
    const [call] = ofKind(session(["api_request", told]), "model_call");
    expect([call?.tokens.input, call?.reportedCost, call?.durationMs]).toEqual([2, 2_000, 742]);
  });

  test.each([
    ["repl_main_thread", false, true],
    ["main", false, true],
    ["sdk", false, true],
    ["subagent", false, false],
    ["agent:builtin:explore", false, false],
    ["compact", true, false],
    ["generate_session_title", true, false],
  ])("from %p is a helper's: %p, carries the conversation: %p", (source, helper, foreground) => {
    const [call] = ofKind(session(["api_request", { ...request, query_source: source }]), "model_call");
    expect([call?.helper, call?.foreground]).toEqual([helper, foreground]);
  });

  test("says how hard the model was asked to reason, where it says so", () => {
    const events = session(["api_request", { ...request, effort: "xhigh" }], ["api_request", request]);
    expect(ofKind(events, "model_call").map(({ effort }) => effort)).toEqual(["xhigh", undefined]);
  });

  test("without a source carries the conversation", () => {
    const [call] = ofKind(session(["api_request", request]), "model_call");
    expect([call?.helper, call?.foreground]).toEqual([false, true]);
  });

  test("that failed is final after the last attempt, else by its status", () => {
    const events = session(
      ["api_error", { status_code: 529, attempt: 3 }],
      ["api_error", { status_code: 529, attempt: 11 }],
      ["api_error", { status_code: 400, attempt: 1 }],
      ["api_error", { attempt: 1, error: "Connection error." }],
    );
    expect(ofKind(events, "model_call").map((call) => [call.result, call.status, call.retryable])).toEqual([
      ["failed", 529, true],
      ["failed", 529, false],
      ["failed", 400, false],
      ["failed", null, true],
    ]);
  });

  test("that failed is final next to api_retries_exhausted", () => {
    const events = session(
      ["api_error", { status_code: 529, attempt: 4 }, AT],
      ["api_error", { status_code: 529, attempt: 4 }, AT + 60_000],
      ["api_retries_exhausted", { status_code: 529, total_attempts: 4 }, AT + 60_001],
    );
    expect(ofKind(events, "model_call").map((call) => call.retryable)).toEqual([true, false]);
  });

  test("is not reported again by its span", () => {
    const scopeSpans = [
      { scope: { name: "com.anthropic.claude_code.tracing" }, spans: [{ name: "claude_code.llm_request" }] },
    ];
    const spans = { resourceSpans: [{ resource: resourceOf("claude-code"), scopeSpans }] };
    expect(settle(recordsOfBody(spans)).size).toBe(0);
  });
});

describe("a prompt", () => {
  test("is withheld as <REDACTED>, and its length comes as text", () => {
    const told = { prompt: "<REDACTED>", prompt_text: "<REDACTED>", prompt_length: "30", "prompt.id": "p-1" };
    const prompts = ofKind(session(["user_prompt", told]), "prompt");
    expect(prompts.map((one) => [one.text, one.textState, one.chars, one.promptId])).toEqual([
      [null, "withheld", 30, "p-1"],
    ]);
  });

  test("with its text twice is one prompt, counted in code points", () => {
    const prompts = ofKind(
      session(["user_prompt", { prompt: "Fix 🐛", prompt_text: "Fix 🐛", prompt_length: "6" }]),
      "prompt",
    );
    expect(prompts.map((one) => [one.text, one.chars])).toEqual([["Fix 🐛", 5]]);
  });

  test("cut in the middle of an emoji is read", () => {
    const [prompt] = ofKind(session(["user_prompt", { prompt: "a\ud83d" }]), "prompt");
    expect(prompt?.chars).toBe(2);
  });

  test.each([
    ["sdk-cli", false],
    ["cli", true],
    ["claude-vscode", true],
  ])("from the entry point %p is interactive: %p", (entrypoint, interactive) => {
    const [prompt] = ofKind(
      session(["user_prompt", { prompt: "Hi", "app.entrypoint": entrypoint }]),
      "prompt",
    );
    expect(prompt?.interactive).toBe(interactive);
  });

  test("is a program's when its calls are", () => {
    const events = session(
      ["user_prompt", { prompt: "Hi" }],
      ["api_request", { ...request, query_source: "sdk" }],
    );
    expect(ofKind(events, "prompt").map((one) => one.interactive)).toEqual([false]);
    expect(ofKind(session(["user_prompt", { prompt: "Hi" }]), "prompt")[0]?.interactive).toBeNull();
  });

  test("that is the command clear, new or reset throws the context away", () => {
    const events = session(
      ["user_prompt", { prompt: "/clear", command_name: "clear" }],
      ["user_prompt", { command_name: "help" }],
    );
    expect(ofKind(events, "reset")).toHaveLength(1);
    expect(ofKind(events, "prompt").map((one) => one.command)).toEqual(["clear", "help"]);
  });

  test("reports the repository, its own attribute before its resource's", () => {
    const events = session(["user_prompt", { prompt: "Hi", "vcs.repository.name": "scoring" }]);
    expect(ofKind(events, "directory").map((one) => [one.path, one.repository])).toEqual([[null, "scoring"]]);
  });
});

describe("a tool call", () => {
  const bash = { tool_name: "Bash", tool_use_id: "toolu_1", success: "true", duration_ms: "1493" };

  test("I22: success and duration come as text", () => {
    const [tool] = ofKind(session(["tool_result", bash]), "tool_call");
    expect([tool?.ok, tool?.durationMs, tool?.exitCode, tool?.callId]).toEqual([true, 1_493, 0, "toolu_1"]);
  });

  test("worked although its command failed", () => {
    const failed = { ...bash, success: "false", error_type: "ShellError" };
    const events = session(
      ["tool_result", { ...failed, error: "Exit code 127\ncommand not found" }],
      ["tool_result", { ...failed, tool_use_id: "toolu_2" }],
      ["tool_result", { ...failed, tool_use_id: "toolu_3", error_type: "Error:ENOENT" }],
      ["tool_result", { ...failed, tool_use_id: "toolu_4", error: "Command failed: 0 passed, 3 failed" }],
    );
    expect(ofKind(events, "tool_call").map((tool) => [tool.ok, tool.exitCode])).toEqual([
      [true, 127],
      [true, 1],
      [false, null],
      [true, 1],
    ]);
  });

  test("reports its command and a commit when details are let out", () => {
    const parameters = JSON.stringify({
      bash_command: "git",
      full_command: "git commit -m x",
      git_commit_id: "abc",
    });
    const [tool] = ofKind(session(["tool_result", { ...bash, tool_parameters: parameters }]), "tool_call");
    expect([tool?.command, tool?.commits]).toEqual(["git commit -m x", 1]);
  });

  test("that edits has a path when details are let out, else one without; its lines come from the metric", () => {
    const edit = { ...bash, tool_name: "Edit", tool_input: '{"file_path":"src/a.ts","new_string":"x"}' };
    const events = session(
      ["tool_result", edit],
      ["tool_result", { ...bash, tool_name: "Write", tool_use_id: "toolu_2" }],
    );
    expect(ofKind(events, "tool_call").map((tool) => [tool.edits, tool.files, tool.arguments])).toEqual([
      [true, [{ path: "src/a.ts", added: null, removed: null }], ["src/a.ts", "x"]],
      [true, [{ path: null, added: null, removed: null }], []],
    ]);
  });

  test("that was refused is reported by its decision only", () => {
    const told = { tool_name: "Write", tool_use_id: "toolu_1", decision: "reject", source: "user_reject" };
    const events = session(["tool_decision", told]);
    expect(
      ofKind(events, "tool_call").map((tool) => [tool.callId, tool.rejected, tool.ok, tool.edits]),
    ).toEqual([["toolu_1", true, null, true]]);
    expect(ofKind(events, "decision").map((one) => [one.verdict, one.by])).toEqual([["reject", "person"]]);
  });
});

describe("a decision", () => {
  test.each([
    ["config", "automatic"],
    ["hook", "automatic"],
    ["user_permanent", "person"],
    ["user_temporary", "person"],
  ])("to accept from the source %s is made by: %s", (source, by) => {
    const events = session(["tool_decision", { tool_name: "Bash", decision: "accept", source }]);
    expect(ofKind(events, "decision").map((one) => `${one.verdict} ${one.by}`)).toEqual([`accept ${by}`]);
    expect(ofKind(events, "interrupt")).toEqual([]);
  });

  test("by user_abort is an interrupt", () => {
    const events = session([
      "tool_decision",
      { tool_name: "Bash", decision: "reject", source: "user_abort" },
    ]);
    expect(ofKind(events, "decision").map((one) => [one.verdict, one.by])).toEqual([["interrupt", "person"]]);
    expect(events.at(-1)?.kind).toBe("interrupt");
  });
});

describe("the order of records", () => {
  test("I24: sequences 15, 16, 14 at one time are 14, 15, 16", () => {
    const told = [15, 16, 14].map(
      (sequence) => ["user_prompt", { prompt: `p${sequence}`, "event.sequence": sequence }, AT] as const,
    );
    expect(ofKind(session(...told), "prompt").map((one) => one.text)).toEqual(["p14", "p15", "p16"]);
  });

  test("a record that comes again is one, a sequence that comes again after a resume is another", () => {
    const first = ["user_prompt", { prompt: "one", "event.sequence": 3 }, AT] as const;
    const resumed = ["user_prompt", { prompt: "two", "event.sequence": 3 }, AT + 60_000] as const;
    expect(ofKind(session(first, first, resumed), "prompt").map((one) => one.text)).toEqual(["one", "two"]);
  });
});

describe("a compaction", () => {
  test("reports who asked for it, and is none when it failed", () => {
    const events = session(
      ["compaction", { trigger: "auto", success: "true" }],
      ["compaction", { trigger: "manual", success: "true" }],
      ["compaction", { trigger: "manual", success: "false" }],
    );
    expect(ofKind(events, "compaction").map((one) => one.trigger)).toEqual(["automatic", "manual"]);
  });
});

describe("the counters", () => {
  test("report lines, commits and pull requests", () => {
    const events = onlySession([
      ...recordsOfBody(
        counter("claude_code.lines_of_code.count", [
          { type: "added", value: 5 },
          { type: "removed", value: 2 },
        ]),
      ),
      ...recordsOfBody(counter("claude_code.commit.count", [{ value: 1 }]), 2),
      ...recordsOfBody(counter("claude_code.pull_request.count", [{ value: 1 }]), 3),
    ]);
    expect(ofKind(events, "lines").map((one) => [one.added, one.removed])).toEqual([
      [5, 0],
      [0, 2],
    ]);
    expect(ofKind(events, "landed").map((one) => [one.what, one.count])).toEqual([
      ["commit", 1],
      ["pull_request", 1],
    ]);
  });

  test("are added up when delta, and compared when cumulative", () => {
    const points = [{ value: 1 }, { value: 1 }, { value: 3 }];
    const landed = (temporality: number) => {
      const events = onlySession(recordsOfBody(counter("claude_code.commit.count", points, temporality)));
      return ofKind(events, "landed").map((one) => one.count);
    };
    expect(landed(1)).toEqual([1, 1, 3]);
    expect(landed(2)).toEqual([1, 2]);
  });

  test("report the spend only of a session that sends no logs", () => {
    const model = { model: "m", query_source: "main" };
    const spend = [
      ...recordsOfBody(counter("claude_code.token.usage", [{ ...model, type: "input", value: 100 }])),
      ...recordsOfBody(counter("claude_code.token.usage", [{ ...model, type: "output", value: 20 }]), 2),
      ...recordsOfBody(counter("claude_code.cost.usage", [{ ...model, value: 0.5 }]), 3),
    ];
    expect(ofKind(onlySession(spend), "model_call").map((call) => [call.tokens, call.reportedCost])).toEqual([
      [{ input: 100, output: 20, cacheRead: null, cacheCreation: null }, 500_000],
    ]);
    const withLogs = onlySession([...spend, ...recordsOfBody(logs([["api_request", request]]), 4)]);
    expect(ofKind(withLogs, "model_call").map((call) => call.tokens.input)).toEqual([2]);
  });
});
