/** opencode. Captures: 1.18.33, 2026-11-21, and refused calls of 2026-11-23. What they do not show is built from docs/dialects.md */
import { describe, expect, test } from "bun:test";
import type { Event } from "../../../../src/normaliser/event.ts";
import type { Span, StoredLine } from "../../../../src/vocabulary/otlp.ts";
import {
  attributes,
  ofKind,
  onlySession,
  recordsOfBody,
  recordsOfFile,
  recordsOfSession,
  resourceOf,
  settle,
} from "../../captured.ts";

const AT = 1_795_232_855_000;
const TRACE = "b".repeat(32);
const SESSION = "ses_e03c88ac5ffe46LM2PQDAUME1S";
type Plain = Record<string, string | number | boolean | object>;
type Built = Omit<Span, "attributes"> & { told?: Plain };

/** Built from documentation: spans of one trace of one process, a second apart. */
function spans(built: readonly Built[]): StoredLine {
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
      { resource: resourceOf("opencode", { "service.instance.id": "i-1" }), scopeSpans: [{ spans: made }] },
    ],
  };
}

/** Built from documentation: log lines of the same process. */
function lines(bodies: readonly { texts: string[]; spanId: string; traceId?: string }[]): StoredLine {
  const logRecords = bodies.map(({ texts, ...ids }, index) => ({
    traceId: TRACE,
    ...ids,
    timeUnixNano: `${AT + index * 1_000}000000`,
    body: { arrayValue: { values: texts.map((stringValue) => ({ stringValue })) } },
  }));
  return {
    resourceLogs: [
      { resource: resourceOf("opencode", { "service.instance.id": "i-1" }), scopeLogs: [{ logRecords }] },
    ],
  };
}

function session(...bodies: readonly StoredLine[]): Event[] {
  return onlySession(bodies.flatMap((body, index) => recordsOfBody(body, index)));
}

const inSession = { "session.id": SESSION };

function messages(system: string, ...user: string[]): string {
  const said = user.map((text) => ({ role: "user", content: [{ type: "text", text }] }));
  return JSON.stringify([{ role: "system", content: system }, ...said]);
}

function streamLine(spanId: string, more: Plain = {}) {
  const told = { modelID: "m", "session.id": SESSION, small: "false", agent: "build", ...more };
  return { texts: ["stream", JSON.stringify(told)], spanId };
}

describe("a prompt", () => {
  test("is the last thing the user said in the trace's first call that is no title, without the quotes", async () => {
    const prompts = ofKind(onlySession(await recordsOfSession("opencode-ok")), "prompt");
    expect(prompts.map((prompt) => [prompt.text, prompt.textState])).toEqual([
      ["List the files in this repository and tell me what it does.", "sent"],
      ["Fix the bug in calc.js.", "sent"],
      ["Make a plan for further work.", "sent"],
    ]);
  });

  test("was said at the start of its span", () => {
    const [prompt] = ofKind(
      session(spans([{ name: "SessionPrompt.createUserMessage", told: inSession }])),
      "prompt",
    );
    expect(prompt?.at).toBe(AT);
  });

  test("is lost when only its call's batch was, and withheld when texts are never sent", () => {
    const said = { ...inSession, "ai.prompt.messages": messages("You are opencode.", "Earlier") };
    const other = { name: "ai.streamText.doStream", traceId: "c".repeat(32), told: said };
    const silent = { ...other, told: inSession };
    const prompt = { name: "SessionPrompt.createUserMessage", told: inSession };
    const states = (built: readonly Built[]) =>
      ofKind(session(spans(built)), "prompt").map((one) => one.textState);
    expect(states([prompt, other])).toEqual(["lost"]);
    expect(states([prompt, silent])).toEqual(["withheld"]);
    expect(states([prompt])).toEqual(["withheld"]);
  });
});

describe("a prompt that is typed while the agent works", () => {
  const OTHER = "c".repeat(32);
  const prompt = { name: "SessionPrompt.createUserMessage", told: inSession };
  /**
   * Calls of the first prompt's trace.
   *
   * @remarks Takes who spoke, in order; a person's words, or the agent's `…`.
   */
  const call = (spanId: string, ...spoken: string[]): Built => ({
    name: "ai.streamText.doStream",
    spanId,
    told: { ...inSession, "ai.prompt.messages": conversation(spoken) },
  });
  const tool = (spanId: string): Built => ({
    name: "Tool.execute",
    spanId,
    told: { ...inSession, "tool.name": "bash", "tool.call_id": spanId },
  });
  const posted = (spanId: string, traceId: string): Built => ({
    name: "http.server POST",
    spanId,
    traceId,
    told: { "url.path": `/session/${SESSION}/message` },
  });
  const shown = (built: readonly Built[]) =>
    session(spans(built)).map((event) =>
      event.kind === "prompt" ? [event.text, event.traceId] : [event.spanId, event.traceId],
    );

  function conversation(spoken: readonly string[]): string {
    const said = spoken.map((text) =>
      text === "…"
        ? { role: "assistant", content: [{ type: "text", text }] }
        : { role: "user", content: [{ type: "text", text }] },
    );
    return JSON.stringify([{ role: "system", content: "You are opencode." }, ...said]);
  }

  test("is reported by the older trace, and so is the work for it", () => {
    expect(
      shown([
        prompt,
        call("c1", "Fix it"),
        { ...prompt, traceId: OTHER, told: {} },
        posted("p", OTHER),
        tool("t1"),
        call("c2", "Fix it", "…", "Commit it"),
        tool("t2"),
        call("c3", "Fix it", "…", "Commit it", "…"),
      ]),
    ).toEqual([
      ["Fix it", TRACE],
      ["c1", TRACE],
      ["Commit it", OTHER],
      ["t1", TRACE],
      ["c2", OTHER],
      ["t2", OTHER],
      ["c3", OTHER],
    ]);
  });

  test("is one of several that the same call answers, also of equal words", () => {
    const [second, third] = [OTHER, "d".repeat(32)];
    expect(
      shown([
        prompt,
        call("c1", "yes"),
        { ...prompt, traceId: second },
        { ...prompt, traceId: third },
        call("c2", "yes", "…", "yes", "Commit it"),
      ]),
    ).toEqual([
      ["yes", TRACE],
      ["c1", TRACE],
      ["yes", second],
      ["Commit it", third],
      ["c2", third],
    ]);
  });

  test("is answered by the first call when it came before that one began", () => {
    expect(shown([prompt, { ...prompt, traceId: OTHER }, call("c1", "Fix it", "Commit it")])).toEqual([
      ["Fix it", TRACE],
      ["Commit it", OTHER],
      ["c1", OTHER],
    ]);
  });

  test("is lost while no call of the older trace holds it, and what the agent adds is nobody's prompt", () => {
    const events = session(
      spans([
        prompt,
        call("c1", "Fix it"),
        { ...prompt, traceId: OTHER },
        call("c2", "Fix it", "…", "Continue if you have next steps, or stop and ask."),
      ]),
    );
    expect(ofKind(events, "prompt").map(({ text, textState }) => [text, textState])).toEqual([
      ["Fix it", "sent"],
      [null, "lost"],
    ]);
    expect(ofKind(events, "model_call").map(({ traceId }) => traceId)).toEqual([TRACE, TRACE]);
  });
});

describe("a model call", () => {
  test("is reported once, by the inner of its two spans", async () => {
    const calls = ofKind(onlySession(await recordsOfSession("opencode-ok")), "model_call");
    const [title, first] = calls.filter((call) => call.result === "succeeded");
    expect([title?.helper, title?.foreground]).toEqual([true, false]);
    expect([first?.helper, first?.durationMs, first?.firstTokenMs]).toEqual([false, 1_016, 49]);
    expect(first?.tokens).toEqual({ input: 4_622, output: 83, cacheRead: 3_072, cacheCreation: null });
  });

  test("that a limit refused has the status that its message names, and that it may work later", async () => {
    const calls = ofKind(onlySession(await recordsOfFile("opencode-1.18.33-traces-429.json")), "model_call");
    const told = calls.filter(({ helper }) => !helper);
    expect(told.map((call) => [call.result, call.status, call.retryable])).toEqual([
      ["failed", 429, true],
      ["failed", 429, true],
      ["succeeded", null, null],
      ["succeeded", null, null],
    ]);
  });

  test("that a spending limit refused works no sooner for being asked again", () => {
    const status = { code: 2, message: "Your organization reached its monthly spend limit" };
    const [call] = ofKind(
      session(spans([{ name: "ai.streamText.doStream", status, told: inSession }])),
      "model_call",
    );
    expect([call?.result, call?.retryable, call?.spendLimit]).toEqual(["failed", false, true]);
  });

  test("whose end was lost is known to have begun", async () => {
    const calls = ofKind(onlySession(await recordsOfSession("opencode-ok")), "model_call");
    const unknown = calls.filter((call) => call.result === "unknown");
    expect(unknown.map((call) => [call.model, call.helper])).toEqual([
      ["fake-coder", false],
      ["fake-coder", false],
    ]);
  });

  test("is unknown without the experimental spans, and a title's is a helper's", () => {
    const events = session(
      lines([streamLine("run-1"), streamLine("run-2", { small: "true", agent: "title" })]),
    );
    expect(ofKind(events, "model_call").map((call) => [call.result, call.helper])).toEqual([
      ["unknown", false],
      ["unknown", true],
    ]);
  });

  test("is one with its run, even when the span between them was lost", () => {
    const run = { name: "LLM.run", spanId: "run-1" };
    const call = { name: "ai.streamText.doStream", parentSpanId: "lost", told: inSession };
    const calls = ofKind(session(spans([run, call]), lines([streamLine("run-1")])), "model_call");
    expect(calls.map((one) => one.result)).toEqual(["succeeded"]);
  });

  test("whose text is withheld is a title's when the log line in its run says so", () => {
    const built = [
      { name: "LLM.run", spanId: "run-1" },
      { name: "ai.streamText.doStream", parentSpanId: "lost", told: inSession },
    ];
    const title = lines([streamLine("run-1", { small: "true", agent: "title" })]);
    const [call] = ofKind(session(spans(built), title), "model_call");
    expect([call?.result, call?.helper, call?.foreground]).toEqual(["succeeded", true, false]);
  });

  test("that failed has no status, so nobody knows whether it may work later", () => {
    const built = [
      { name: "ai.streamText.doStream", status: { code: 2, message: "Bad request" }, told: inSession },
    ];
    const [call] = ofKind(session(spans(built)), "model_call");
    expect([call?.result, call?.status, call?.retryable]).toEqual(["failed", null, null]);
  });

  test("that was aborted is an interrupt", () => {
    const built = [
      {
        name: "ai.streamText.doStream",
        status: { code: 2, message: "The operation was aborted." },
        told: inSession,
      },
    ];
    const events = session(spans(built));
    expect(ofKind(events, "interrupt")).toHaveLength(1);
    expect(ofKind(events, "model_call").map((call) => call.result)).toEqual(["unknown"]);
  });

  test("by a title generator is a helper's", () => {
    const told = {
      ...inSession,
      "ai.prompt.messages": messages("You are a title generator. You output ONLY a title.", "Hi"),
    };
    const [call] = ofKind(session(spans([{ name: "ai.streamText.doStream", told }])), "model_call");
    expect(call?.helper).toBe(true);
  });
});

describe("a tool call", () => {
  test("is one of two spans: whether it worked, and what it did", async () => {
    const tools = ofKind(onlySession(await recordsOfSession("opencode-ok")), "tool_call");
    expect(tools.map((tool) => [tool.name, tool.ok, tool.exitCode, tool.command])).toEqual([
      ["bash", true, 0, "ls -la"],
      ["glob", false, null, null],
      ["read", true, null, null],
      ["read", true, null, null],
      ["edit", true, null, null],
      ["todowrite", true, null, null],
    ]);
    expect(tools.find((tool) => tool.edits)?.files).toEqual([
      { path: "/home/dev/project/opencode-ok/calc.js", added: 1, removed: 1 },
    ]);
  });

  test("that writes a file adds its lines", () => {
    const told = {
      ...inSession,
      "ai.toolCall.name": "write",
      "ai.toolCall.id": "call-1",
      "ai.toolCall.args": '{"filePath":"a.md","content":"# A\\n\\ntext\\n"}',
    };
    const [tool] = ofKind(session(spans([{ name: "ai.toolCall", told }])), "tool_call");
    expect(tool?.files).toEqual([{ path: "a.md", added: 3, removed: 0 }]);
  });

  test("counts when only one of its spans came", () => {
    const told = { ...inSession, "tool.name": "bash", "tool.call_id": "call-1" };
    expect(ofKind(session(spans([{ name: "Tool.execute", told }])), "tool_call")).toHaveLength(1);
    expect(settle(recordsOfBody(spans([{ name: "ReadTool.execute", told }]))).size).toBe(0);
  });
});

describe("a session", () => {
  test("is the only one of its process, which a log line names, where span and trace name none", () => {
    const other = {
      texts: ["created", `{"id":"${SESSION}","parentID":undefined}`],
      spanId: "x",
      traceId: "d".repeat(32),
    };
    const events = session(lines([other]), spans([{ name: "LLM.run", spanId: "run-1" }]));
    expect(ofKind(events, "model_call").map((call) => call.result)).toEqual(["unknown"]);
  });

  test("distinguishes its processes by the instance", async () => {
    const events = onlySession(await recordsOfSession("opencode-ok"));
    expect(new Set(events.map((event) => event.process)).size).toBe(3);
  });
});

describe("a refused call", () => {
  const refused = (message: string) =>
    session(
      spans([
        {
          name: "Tool.execute",
          status: { code: 2, message },
          told: { ...inSession, "tool.name": "edit", "tool.call_id": "call-1" },
        },
        {
          name: "ai.toolCall",
          status: { code: 2, message },
          told: {
            "ai.toolCall.name": "edit",
            "ai.toolCall.id": "call-1",
            "ai.toolCall.args": '{"filePath":"src/a.ts"}',
          },
        },
      ]),
    );

  test("is a person's rejection of an edit that wrote nothing", () => {
    const events = refused("The user rejected permission to use this specific tool call.");
    expect(ofKind(events, "decision").map((one) => [one.verdict, one.by, one.edits])).toEqual([
      ["reject", "person", true],
    ]);
    const [tool] = ofKind(events, "tool_call");
    expect([tool?.rejected, tool?.ok, tool?.files[0]?.path]).toEqual([true, null, "src/a.ts"]);
  });

  test("by a rule, or a failed one, is nobody's decision", () => {
    const events = refused("The user has specified a rule which prevents you from using this tool");
    expect(ofKind(events, "decision")).toEqual([]);
    expect(ofKind(events, "tool_call").map((one) => [one.rejected, one.ok])).toEqual([[false, false]]);
  });
});

describe("a compaction", () => {
  const run = { name: "LLM.run", spanId: "run", told: inSession };
  const line = lines([streamLine("run", { agent: "compaction" })]);

  test("is by hand when its trace holds the request for it, else automatic", () => {
    const asked = { name: "SessionHttpApi.summarize" };
    const triggers = (...built: Built[]) =>
      ofKind(session(spans(built), line), "compaction").map((one) => one.trigger);
    expect(triggers(run, asked)).toEqual(["manual"]);
    expect(triggers(run)).toEqual(["automatic"]);
  });

  test("is written by a call of the agent's own", () => {
    const calls = ofKind(session(spans([run]), line), "model_call");
    expect(calls.map((one) => [one.helper, one.foreground])).toEqual([[true, false]]);
  });
});
