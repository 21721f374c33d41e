/** Gemini CLI. Captures: 0.61.0, 2026-11-21. What they do not show is built from docs/dialects.md */
import { describe, expect, test } from "bun:test";
import type { Event } from "../../../../src/normaliser/event.ts";
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

/** Built from documentation: log records `gemini_cli.<name>` of one session, a second apart. */
function session(records: readonly (readonly [string, Plain])[]): Event[] {
  const logs = records.map(([name, told], index) => ({
    at: AT + index * 1_000,
    attributes: { "event.name": `gemini_cli.${name}`, "session.id": "s-1", ...told },
  }));
  return onlySession(recordsOfBody(logsBody("gemini-cli", logs)));
}

const edit = { function_name: "replace", success: true, duration_ms: 20, decision: "accept" };

describe("a prompt", () => {
  test("has no id without a terminal; the session's is used instead", async () => {
    const prompts = ofKind(onlySession(await recordsOfSession("gemini-ok")), "prompt");
    expect(prompts.map((prompt) => [prompt.promptId, prompt.interactive, prompt.chars])).toEqual([
      [null, false, 59],
      [null, false, 23],
      [null, false, 29],
    ]);
  });

  test("has an id with a terminal", () => {
    const told = { prompt_id: "s-1########3", prompt_length: 6, interactive: true };
    const [prompt] = ofKind(session([["user_prompt", told]]), "prompt");
    expect([prompt?.promptId, prompt?.interactive]).toEqual(["s-1########3", true]);
    expect([prompt?.text, prompt?.textState, prompt?.chars]).toEqual([null, "withheld", 6]);
  });

  test("belongs to the resource's session when the record names none", () => {
    const resource = resourceOf("gemini-cli", { "session.id": "of-resource" });
    const log = { attributes: attributes({ "event.name": "gemini_cli.user_prompt", prompt: "Hi" }) };
    const body = { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [log] }] }] };
    expect(ofKind(onlySession(recordsOfBody(body)), "prompt")).toHaveLength(1);
  });
});

describe("a hole", () => {
  const holes = (...numbers: number[]) =>
    ofKind(
      session(numbers.map((number) => ["user_prompt", { prompt_id: `s-1########${number}`, prompt: "Go" }])),
      "hole",
    ).map(({ startedAt, at }) => [startedAt - AT, at - AT]);

  test("is between prompts whose numbers jump", () => {
    expect(holes(0, 1, 2)).toEqual([]);
    expect(holes(0, 4, 5)).toEqual([[0, 1_000]]);
  });

  test("is none before the first prompt, nor where the count begins again", () => {
    expect(holes(3, 4)).toEqual([]);
    expect(holes(7, 0, 1)).toEqual([]);
  });
});

describe("a model call", () => {
  test("counts cached tokens out and thoughts in", async () => {
    const [first] = ofKind(onlySession(await recordsOfSession("gemini-ok")), "model_call");
    expect(first?.tokens).toEqual({ input: 7_349, output: 93, cacheRead: 4_864, cacheCreation: null });
    expect([first?.durationMs, first?.firstTokenMs, first?.foreground]).toEqual([355, null, true]);
    expect((first?.at ?? 0) - (first?.startedAt ?? 0)).toBe(355);
  });

  test("that failed has its status, a number or text", () => {
    const events = session([
      ["api_error", { status_code: "503", duration_ms: 5 }],
      ["api_error", { "http.status_code": 400, duration: 6 }],
      ["api_error", { status_code: {} }],
    ]);
    expect(
      ofKind(events, "model_call").map((call) => [call.status, call.retryable, call.durationMs]),
    ).toEqual([
      [503, true, 5],
      [400, false, 6],
      [null, true, null],
    ]);
  });

  test.each([
    ["main", true, false],
    ["subagent", false, false],
    ["utility_tool", false, false],
    ["utility_summarizer", false, true],
    ["utility_router", false, true],
  ])("of role %s: carries the conversation %p, is the agent's own %p", (role, foreground, helper) => {
    const [call] = ofKind(session([["api_response", { role, output_token_count: 1 }]]), "model_call");
    expect([call?.foreground, call?.helper]).toEqual([foreground, helper]);
  });
});

describe("a tool call", () => {
  test("worked although its command failed, whose exit code is in the metadata", async () => {
    const tools = ofKind(onlySession(await recordsOfSession("gemini-tool")), "tool_call");
    expect(tools.map((tool) => [tool.name, tool.ok, tool.exitCode])).toEqual([
      ["run_shell_command", true, 3],
      ["read_file", false, null],
      ["run_shell_command", true, 127],
      ["replace", false, null],
      ["write_file", true, null],
      ["run_shell_command", true, 0],
    ]);
  });

  test("reports its file and the model's own lines", async () => {
    const tools = ofKind(onlySession(await recordsOfSession("gemini-ok")), "tool_call");
    const edits = tools.filter((tool) => tool.edits);
    expect(edits.map((tool) => tool.files)).toEqual([
      [{ path: "/home/dev/project/gemini-ok/calc.js", added: 1, removed: 1 }],
    ]);
    expect(edits[0]?.arguments).toContain("  return a + b;");
  });

  test("with its arguments withheld has a file without a path", () => {
    const [tool] = ofKind(session([["tool_call", edit]]), "tool_call");
    expect([tool?.files, tool?.arguments]).toEqual([[{ path: null, added: null, removed: null }], []]);
  });
});

describe("a decision", () => {
  const decided = (mode: string, told: Plain) => {
    const events = session([
      ["config", { approval_mode: mode, interactive: true }],
      ["tool_call", { ...edit, interactive: true, ...told }],
    ]);
    return ofKind(events, "decision").map((one) => [one.verdict, one.by]);
  };

  test("under yolo is automatic, though the agent writes a plain accept", async () => {
    const decisions = ofKind(onlySession(await recordsOfSession("gemini-ok")), "decision");
    expect(decisions.map((one) => one.by)).toEqual(Array(7).fill("automatic"));
    expect(decided("yolo", {})).toEqual([["accept", "automatic"]]);
  });

  test("is a person's when the approval mode asks", () => {
    expect(decided("default", {})).toEqual([["accept", "person"]]);
    expect(decided("default", { decision: "modify" })).toEqual([["accept", "person"]]);
    expect(decided("default", { interactive: false })).toEqual([["accept", "automatic"]]);
  });

  test("that allows something for the session is a person's; from the next on it is automatic", () => {
    const shell = (command: string, decision = "accept"): [string, Plain] => [
      "tool_call",
      {
        function_name: "run_shell_command",
        function_args: JSON.stringify({ command }),
        decision,
        success: true,
        interactive: true,
      },
    ];
    const write = (decision = "accept"): [string, Plain] => [
      "tool_call",
      { ...edit, decision, interactive: true },
    ];
    const start: [string, Plain] = ["config", { approval_mode: "default", interactive: true }];
    const by = (...told: [string, Plain][]) =>
      ofKind(session([start, ...told]), "decision").map((one) => [one.verdict, one.by].join(" by "));
    expect(by(write("auto_accept"), write(), write("reject"))).toEqual([
      "accept by person",
      "accept by automatic",
      "reject by person",
    ]);
    expect(
      by(shell("npm test", "auto_accept"), shell("npm run build"), shell("npm ci && rm -r x"), shell("ls")),
    ).toEqual(["accept by person", "accept by automatic", "accept by person", "accept by person"]);
    // what was allowed is forgotten when the agent starts again
    expect(by(write("auto_accept"), start, write())).toEqual(["accept by person", "accept by person"]);
    expect(decided("yolo", { decision: "auto_accept" })).toEqual([["accept", "automatic"]]);
    expect(decided("default", { decision: "auto_accept", interactive: false })).toEqual([
      ["accept", "automatic"],
    ]);
  });

  test("under auto_edit is a person's for all but edits", () => {
    expect(decided("auto_edit", {})).toEqual([["accept", "automatic"]]);
    expect(decided("auto_edit", { function_name: "run_shell_command" })).toEqual([["accept", "person"]]);
  });

  test.each(["autoEdit", "auto-edit", "AUTO_EDIT"])(
    "under auto_edit is reported however it is spelled: %s",
    (mode) => {
      expect(decided(mode, {})).toEqual([["accept", "automatic"]]);
      expect(decided(mode, { function_name: "run_shell_command" })).toEqual([["accept", "person"]]);
    },
  );

  test("under a mode that nobody knows proves no person", () => {
    expect(decided("bold", {})).toEqual([["accept", "automatic"]]);
    expect(decided("YOLO", {})).toEqual([["accept", "automatic"]]);
    expect(decided("Default", {})).toEqual([["accept", "person"]]);
  });

  test("against a call makes it neither worked nor failed", () => {
    const events = session([
      ["config", { approval_mode: "default", interactive: true }],
      [
        "tool_call",
        {
          ...edit,
          interactive: true,
          decision: "reject",
          success: false,
          function_args: '{"file_path":"a.ts"}',
        },
      ],
    ]);
    expect(ofKind(events, "decision").map((one) => [one.verdict, one.by, one.edits])).toEqual([
      ["reject", "person", true],
    ]);
    const [tool] = ofKind(events, "tool_call");
    expect([tool?.rejected, tool?.ok, tool?.files[0]?.path]).toEqual([true, null, "a.ts"]);
  });

  test("is none when the agent sends an empty value", () => {
    expect(ofKind(session([["tool_call", { ...edit, decision: {} }]]), "decision")).toEqual([]);
  });
});

describe("the context", () => {
  test("is reset by the commands clear, new and reset", () => {
    const events = session([
      ["slash_command", { command: "clear" }],
      ["slash_command", { command: "/new" }],
      ["slash_command", { command: "help" }],
    ]);
    expect(ofKind(events, "reset")).toHaveLength(2);
  });

  test("is compressed by the person within five seconds of the command, in either order", () => {
    const compression = ["chat_compression", { tokens_before: 9, tokens_after: 3 }] as const;
    const command = ["slash_command", { command: "compress" }] as const;
    const others = Array.from({ length: 5 }, () => ["startup_stats", {}] as const);
    const triggers = (...records: readonly (readonly [string, Plain])[]) =>
      ofKind(session(records), "compaction").map((one) => one.trigger);
    expect(triggers(command, compression)).toEqual(["manual"]);
    expect(triggers(compression, command)).toEqual(["manual"]);
    expect(triggers(compression, ...others, command, ...others, compression)).toEqual([null, null]);
  });
});

describe("the lines counter", () => {
  /** Built from documentation: cumulative points as [start, value] in order. */
  const lines = (points: readonly (readonly [number, number])[]) => {
    const dataPoints = points.map(([start, asInt], index) => ({
      startTimeUnixNano: `${AT + start}000000`,
      timeUnixNano: `${AT + index * 10_000}000000`,
      attributes: attributes({ "session.id": "s-1", type: "added" }),
      asInt,
    }));
    const metric = { name: "gemini_cli.lines.changed", sum: { aggregationTemporality: 2, dataPoints } };
    const resource = resourceOf("gemini-cli");
    const events = onlySession(
      recordsOfBody({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [metric] }] }] }),
    );
    return ofKind(events, "lines").map((one) => one.added);
  };

  test("grows by the difference from point to point", () => {
    expect(
      lines([
        [0, 3],
        [0, 3],
        [0, 8],
      ]),
    ).toEqual([3, 5]);
  });

  test("begins again at a new start time, and when its value falls", () => {
    expect(
      lines([
        [0, 3],
        [5, 2],
      ]),
    ).toEqual([3, 2]);
    expect(
      lines([
        [0, 3],
        [0, 1],
        [0, 4],
      ]),
    ).toEqual([3, 1, 3]);
  });

  test("of two processes at once is two counters", () => {
    expect(
      lines([
        [0, 3],
        [5, 10],
        [0, 4],
        [5, 11],
      ]),
    ).toEqual([3, 10, 1, 1]);
  });
});
