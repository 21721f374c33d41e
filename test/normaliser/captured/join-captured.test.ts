/** The Claude Code plugin's prompts together with the agents' own telemetry: the captured sessions are Codex's, with and without text. */
import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import type { Event, Prompt } from "../../../src/normaliser/event.ts";
import type { Agent } from "../../../src/normaliser/dialects/agents.ts";
import type { SentRecord } from "../../../src/normaliser/records/read-record.ts";
import { logsBody, ofKind, onlySession, recordsOfBody, recordsOfSession } from "../captured.ts";
import { sentPrompt, sentResponse } from "./sent.ts";

const TOOL_SESSION = "01a1fc37-7369-7b92-8623-69073a220fbf";
/** As the capture has them; the second comes two seconds after the first, the third one second after that. */
const ASKED = [
  { at: 1_795_232_855_194, text: "Run the tests, some are failing, and tell me why." },
  { at: 1_795_232_857_082, text: "Create NOTES.md with a short summary." },
  { at: 1_795_232_858_374, text: "Thanks, that is all." },
] as const;

const told = await recordsOfSession("codex-tool");
const withheld = await withheldSession("codex-tool");

/** The same session as Codex sends it without `log_user_prompt`. */
async function withheldSession(name: string): Promise<SentRecord[]> {
  const file = new URL(`../../fixtures/sessions/${name}.jsonl.gz`, import.meta.url);
  const lines = gunzipSync(await Bun.file(file).bytes())
    .toString()
    .trim()
    .split("\n");
  return lines.flatMap((line, index) => {
    const { bodyText } = JSON.parse(line) as { bodyText: string };
    const bare = ASKED.reduce((text, one) => text.replaceAll(one.text, "[REDACTED]"), bodyText);
    return recordsOfBody(JSON.parse(bare), index + 1);
  });
}

/** What a hook posts for each of them, `late` after the agent's own record. */
function hooks(late = 120): SentRecord[] {
  return ASKED.flatMap(({ at, text }, index) =>
    sentPrompt({ session_id: TOOL_SESSION, prompt_id: `p-${index}`, prompt: text }, { at: at + late }),
  );
}

function promptsOf(...records: SentRecord[][]): Prompt[] {
  return ofKind(onlySession(records.flat()), "prompt");
}

function withoutCaptured(prompts: readonly Prompt[]): object[] {
  return prompts.map(({ capturedId: _capturedId, earlierId: _earlierId, ...prompt }) => prompt);
}

describe("a prompt that plugin and telemetry report", () => {
  test.each([0, 120, -800, 900])("%d ms apart is one, as telemetry reported it", (late) => {
    const prompts = promptsOf(told, hooks(late));
    expect(withoutCaptured(prompts)).toEqual(withoutCaptured(promptsOf(told)));
    expect(prompts.map(({ capturedId }) => capturedId)).toEqual(["p-0", "p-1", "p-2"]);
  });

  test("has the plugin's text where telemetry withholds it, and keeps its id", () => {
    const bare = promptsOf(withheld);
    expect(bare.map(({ textState }) => textState)).toEqual(["withheld", "withheld", "withheld"]);
    const filled = promptsOf(withheld, hooks());
    expect(filled.map(({ text, textState, chars }) => [text, textState, chars])).toEqual(
      ASKED.map(({ text }) => [text, "sent", text.length]),
    );
    expect(filled.map(({ id, at }) => [id, at])).toEqual(bare.map(({ id, at }) => [id, at]));
  });

  test("remembers the id that it had while only the plugin had reported it", () => {
    expect(promptsOf(withheld, hooks()).map(({ earlierId }) => earlierId)).toEqual(
      promptsOf(hooks()).map(({ id }) => id),
    );
  });

  test("is the same in whatever order the records arrive", () => {
    const sent = hooks(900);
    const orders = [
      [...withheld, ...sent],
      [...sent, ...withheld],
      [...withheld, ...sent].toReversed(),
      [...sent, ...withheld, ...sent],
    ];
    const [first, ...others] = orders.map((records) => onlySession(telemetryFirst(records)));
    for (const events of others) expect(events).toEqual(first as Event[]);
  });

  test("keeps telemetry's text where the plugin's is withheld", () => {
    const sent = ASKED.flatMap(({ at, text }, index) =>
      sentPrompt(
        { session_id: TOOL_SESSION, prompt_id: `p-${index}`, prompt: text },
        { at, captureMode: "metadata" },
      ),
    );
    const prompts = promptsOf(told, sent);
    expect(prompts.map(({ text, capturedId }) => [text, capturedId])).toEqual(
      ASKED.map(({ text }, index) => [text, `p-${index}`]),
    );
  });

  test("changes nothing but the prompts", () => {
    const rest = (events: readonly Event[]) => events.filter(({ kind }) => kind !== "prompt");
    expect(rest(onlySession([...told, ...hooks()]))).toEqual(rest(onlySession(told)));
  });
});

describe("two prompts are two", () => {
  test("when their times are more than ten seconds apart and no id joins them", () => {
    const [{ at, text }] = ASKED;
    const late = sentPrompt({ session_id: TOOL_SESSION, prompt: text }, { at: at + 10_001 });
    expect(promptsOf(told, late)).toHaveLength(4);
  });

  test("when both report their texts and these differ", () => {
    const [{ at }] = ASKED;
    expect(
      promptsOf(told, sentPrompt({ session_id: TOOL_SESSION, prompt: "Other words" }, { at })),
    ).toHaveLength(4);
  });

  test("when one was sent twice: only one of them is telemetry's", () => {
    const [{ at, text }] = ASKED;
    const twice = [1, 2].flatMap((late) =>
      sentPrompt({ session_id: TOOL_SESSION, prompt: text }, { at: at + late }),
    );
    expect(promptsOf(told, twice)).toHaveLength(4);
  });
});

const CLAUDE_AT = 1_795_300_000_000;

/** Claude Code counts its records and names each prompt; texts are withheld unless the settings say otherwise. */
function claude(prompt: Record<string, string | number>): SentRecord[] {
  const common = { "session.id": "c-1", "event.name": "user_prompt", "event.sequence": 1 };
  const log = { at: CLAUDE_AT, attributes: { ...common, prompt_length: 11, ...prompt } };
  return recordsOfBody(logsBody("claude-code", [log], "com.anthropic.claude_code.events"));
}

describe("the agent of a hook", () => {
  const hook = { session_id: "s-1", prompt: "Fix the bug", hook_event_name: "UserPromptSubmit" };
  const agentOf = (body: object) => sentPrompt({ ...hook, ...body }).map(({ agent }) => agent);

  test.each([
    ["/home/ada/.claude/projects/-srv-cart/5f1d.jsonl", "claude-code"],
    ["/Users/ada/.codex/sessions/2026/11/22/rollout.jsonl", "codex"],
    ["C:\\Users\\ada\\.gemini\\tmp\\chat.json", "gemini"],
    ["/root/.qwen/tmp/chat.json", "qwen"],
    ["/srv/transcripts/5f1d.jsonl", "other"],
  ])("is reported by %s", (transcript_path, agent) => {
    expect(agentOf({ transcript_path })).toEqual([agent as Agent]);
  });

  test("is what it says where it says so", () => {
    expect(agentOf({ agent: "opencode", transcript_path: "/home/ada/.claude/x.jsonl" })).toEqual([
      "opencode",
    ]);
    expect(agentOf({ agent: "gemini" })).toEqual(["gemini"]);
    expect(agentOf({ agent: "somebody-elses" })).toEqual(["other"]);
  });

  test("in telemetry such a name is only what somebody called a service", () => {
    const records = recordsOfBody(logsBody("gemini", [{ at: CLAUDE_AT, attributes: {} }]));
    expect(records.map(({ agent }) => agent)).toEqual(["other"]);
  });
});

describe("an id", () => {
  test("joins a prompt of Claude Code with its hook, however far their clocks are apart", () => {
    const own = claude({ "prompt.id": "u-1", prompt: "<REDACTED>" });
    const sent = sentPrompt(
      { session_id: "c-1", prompt_id: "u-1", prompt: "Fix the bug" },
      { at: CLAUDE_AT + 3_600_000 },
    );
    const [prompt, ...others] = promptsOf(own, sent);
    expect(others).toEqual([]);
    expect(prompt).toMatchObject({ text: "Fix the bug", promptId: "u-1", capturedId: "u-1", at: CLAUDE_AT });
  });

  test("that comes twice is one prompt, the first that was sent", () => {
    const body = { session_id: "c-1", prompt_id: "p-1", prompt: "Fix the bug" };
    const prompts = promptsOf(sentPrompt(body, { at: CLAUDE_AT + 5 }), sentPrompt(body, { at: CLAUDE_AT }));
    expect(prompts.map(({ at, capturedId }) => [at, capturedId])).toEqual([[CLAUDE_AT, "p-1"]]);
  });

  test("a text that was cut is the beginning of the whole", () => {
    const text = "word ".repeat(10_000).trim();
    const own = claude({ "prompt.id": "u-1", prompt: text, prompt_length: text.length });
    expect(promptsOf(own, sentPrompt({ session_id: "c-1", prompt: text }, { at: CLAUDE_AT }))).toHaveLength(
      1,
    );
  });
});

describe("a session that only the plugin reports", () => {
  const body = { session_id: "s-1", agent: "claude-code" };
  const usage = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 30 };

  test("has its prompts, and a call for each response", () => {
    const events = onlySession([
      ...sentPrompt({ ...body, prompt_id: "p-1", prompt: "Fix the bug" }, { at: CLAUDE_AT }),
      ...sentResponse({ ...body, prompt_id: "p-1", usage, model: "m-1" }, { at: CLAUDE_AT + 9_000 }),
      ...sentPrompt({ ...body, prompt_id: "p-2", prompt: "Add a test" }, { at: CLAUDE_AT + 60_000 }),
      ...sentResponse({ ...body, duration_ms: 4_000 }, { at: CLAUDE_AT + 65_000 }),
    ]);
    expect(ofKind(events, "prompt").map(({ text, textState }) => [text, textState])).toEqual([
      ["Fix the bug", "sent"],
      ["Add a test", "sent"],
    ]);
    const [first, second, ...others] = ofKind(events, "model_call");
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      startedAt: CLAUDE_AT,
      at: CLAUDE_AT + 9_000,
      model: "m-1",
      durationMs: null,
      tokens: { input: 10, output: 20, cacheRead: 30, cacheCreation: null },
    });
    expect(second).toMatchObject({ startedAt: CLAUDE_AT + 61_000, at: CLAUDE_AT + 65_000, model: null });
  });

  test("takes a response that comes again for the same prompt once", () => {
    const again = { ...body, prompt_id: "p-1", usage };
    const events = onlySession([
      ...sentPrompt({ ...body, prompt_id: "p-1", prompt: "Fix the bug" }, { at: CLAUDE_AT }),
      ...sentResponse(again, { at: CLAUDE_AT + 9_000 }),
      ...sentResponse(again, { at: CLAUDE_AT + 9_500 }),
    ]);
    expect(ofKind(events, "model_call")).toHaveLength(1);
  });

  test("leaves out a response before any prompt", () => {
    const events = onlySession([
      ...sentResponse({ ...body, usage }, { at: CLAUDE_AT - 1 }),
      ...sentPrompt({ ...body, prompt: "Fix the bug" }, { at: CLAUDE_AT }),
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(["prompt"]);
  });
});

test("a response adds no call to a session whose telemetry reports calls", () => {
  const response = sentResponse(
    { session_id: TOOL_SESSION, usage: { output_tokens: 9 } },
    { at: ASKED[2].at + 500 },
  );
  const calls = (events: readonly Event[]) => ofKind(events, "model_call");
  expect(calls(onlySession([...told, ...hooks(), ...response]))).toEqual(calls(onlySession(told)));
});

/** The helper takes the session's agent from the first record; in the program telemetry's word goes before. */
function telemetryFirst(records: readonly SentRecord[]): SentRecord[] {
  return records.toSorted((one, other) => Number(one.agent === "other") - Number(other.agent === "other"));
}
