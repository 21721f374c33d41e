/**
 * Copilot CLI's history: a list of events for each session.
 *
 * @see Session state of Copilot CLI 1.0.102, 2026-11-23; compactions and refusals are read as its documentation has them.
 */
import type { WireAttributes } from "../../vocabulary/sending/otlp-values.ts";
import type { PlainValue } from "../../normaliser/records/record.ts";
import { countOf } from "../../normaliser/records/unwrap.ts";
import { filesIn, folderIn } from "../find-files.ts";
import { type JsonLine, readBehindHead } from "../json-lines.ts";
import type { HistoryRecord, HistorySource, LeftOut, Producer } from "../record.ts";
import { textWithin, timeOf, within } from "../values.ts";

const FOLDER = { below: ".copilot", movedBy: "COPILOT_HOME" };
const SESSIONS = /^session-state\/[0-9a-f-]{36}\/events\.jsonl$/;
const VERSION = 1;
const CONVERSATION = "conversation-agent";
/** What a refused call says of its error. */
const REFUSED = new Set(["denied", "rejected"]);

export const copilotHistory: HistorySource = {
  agent: "copilot",
  find: (home) => filesIn(folderIn(home, FOLDER), SESSIONS),
  read: ({ path }) => readBehindHead(path, beginSession),
};

function beginSession({ value }: JsonLine): Session | LeftOut {
  const started = within(value, "data");
  const version = countOf(within(started, "version"));
  if (textWithin(value, "type") === "session.start" && version === VERSION) return new Session(started);
  const reason = `version ${version ?? "?"} of Copilot's events is not known`;
  return { kind: "left_out", what: "file", reason };
}

/** An event, and where it is. */
interface Entry {
  key: string;
  at: number;
  data: PlainValue;
}

class Session {
  private readonly id: string;
  private readonly from: Producer;
  private readonly cwd: string | undefined;
  private window = 0;
  private readonly open = new Map<string, Entry>();

  constructor(started: PlainValue) {
    this.id = textWithin(started, "sessionId") ?? "";
    this.cwd = textWithin(started, "context", "cwd") ?? undefined;
    this.from = { service: "github-copilot", version: textWithin(started, "copilotVersion") };
  }

  read({ value }: JsonLine): HistoryRecord[] {
    const key = textWithin(value, "id");
    const at = timeOf(textWithin(value, "timestamp"));
    if (key === null || at === null || this.id === "") return [];
    return this.readEntry(textWithin(value, "type") ?? "", { key, at, data: within(value, "data") });
  }

  private readEntry(type: string, entry: Entry): HistoryRecord[] {
    switch (type) {
      case "user.message":
        return this.prompt(entry);
      case "session.usage_record":
        return this.call(entry);
      case "tool.execution_start":
        this.open.set(textWithin(entry.data, "toolCallId") ?? "", entry);
        return [];
      case "tool.execution_complete":
        return this.tool(entry);
      case "session.compaction_complete":
        return within(entry.data, "success") === false ? [] : [this.record(entry, "scoring.compaction", {})];
      case "abort":
        return [this.record(entry, "scoring.interrupt", {})];
      default:
        return [];
    }
  }

  /** The agent also speaks to the model in the person's place, and then says so. */
  private prompt(entry: Entry): HistoryRecord[] {
    const prompt = textWithin(entry.data, "content") ?? "";
    if ((textWithin(entry.data, "source") ?? "user") !== "user" || prompt === "") return [];
    const attributes = { prompt, prompt_length: prompt.length, cwd: this.cwd };
    return [{ ...this.record(entry, "scoring.prompt", attributes), counts: { what: "prompt" } }];
  }

  private call(entry: Entry): HistoryRecord[] {
    const usage = within(entry.data, "usage");
    const count = (name: string) => countOf(within(usage, name)) ?? undefined;
    const [input, output] = [count("inputTokens"), count("outputTokens")];
    if (input === undefined || output === undefined) return [];
    const [cacheRead = 0, cacheWrite = 0] = [count("cacheReadTokens"), count("cacheWriteTokens")];
    const attributes = {
      model: textWithin(usage, "model") ?? undefined,
      duration_ms: count("duration"),
      ttft_ms: count("timeToFirstTokenMs"),
      input_tokens: Math.max(0, input - cacheRead - cacheWrite),
      output_tokens: output,
      cache_read_tokens: cacheRead,
      cache_creation_tokens: cacheWrite,
      reasoning_tokens: count("reasoningTokens"),
      helper: (textWithin(usage, "interactionType") ?? CONVERSATION) !== CONVERSATION,
    };
    const counts = { what: "call", tokens: input + output } as const;
    return [
      ...this.newWindow(entry, count("maxPromptTokens")),
      { ...this.record(entry, "scoring.model_call", attributes), counts },
    ];
  }

  private newWindow(entry: Entry, tokens: number | undefined): HistoryRecord[] {
    if (tokens === undefined || tokens === this.window) return [];
    this.window = tokens;
    return [
      this.record({ ...entry, key: `${entry.key} window` }, "scoring.context_window", {
        window_tokens: tokens,
      }),
    ];
  }

  private tool(entry: Entry): HistoryRecord[] {
    const { data } = entry;
    const callId = textWithin(data, "toolCallId") ?? "";
    const begun = this.open.get(callId);
    if (begun === undefined) return [];
    this.open.delete(callId);
    return [
      this.record(entry, "scoring.tool_call", {
        call_id: callId,
        tool_name: textWithin(begun.data, "toolName") ?? "",
        arguments: JSON.stringify(within(begun.data, "arguments")),
        success: within(data, "success") === true,
        rejected: REFUSED.has(textWithin(data, "error", "code") ?? ""),
        exit_code: countOf(within(data, "shellExecution", "exitCode")) ?? undefined,
        duration_ms: entry.at - begun.at,
        output: textWithin(data, "result", "content")?.slice(-LONGEST_OUTPUT),
      }),
    ];
  }

  private record({ key, at }: Entry, name: string, attributes: WireAttributes): HistoryRecord {
    const { id: session, from } = this;
    const known = { ...attributes, "session.id": session };
    return { kind: "record", key, session, at, name, attributes: known, from };
  }
}

/** The end of an output says how a command went. */
const LONGEST_OUTPUT = 4096;
