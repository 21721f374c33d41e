/** One session of Gemini CLI, line by line: a message is written again when more of it is known. */
import type { WireAttributes } from "../../vocabulary/sending/otlp-values.ts";
import type { PlainValue } from "../../normaliser/records/record.ts";
import { countOf } from "../../normaliser/records/unwrap.ts";
import { isEditTool } from "../../normaliser/dialects/tool-arguments.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { HistoryRecord } from "../record.ts";
import type { TypedLine } from "../typed-lines.ts";
import { listWithin, textWithin, timeOf, within } from "../values.ts";

const FROM = { service: "gemini-cli", version: null };
/** Statuses with which a tool is done. */
const DONE = new Set(["success", "error", "cancelled"]);
/** What the agent says in the person's place. */
const NOT_TYPED = /^<session_context>/;
/** What the agent puts behind a prompt that names files. */
const FILES_BEHIND = "\n--- Content from referenced files ---";
const SUMMARY = "<state_snapshot>";
const EXIT_CODE = /^Exit Code: (-?\d+)/m;

/** Turns the lines of a session into records, each as soon as it is complete. */
export class Chat {
  private readonly given = new Set<string>();
  private readonly typed: TypedLine[];
  private readonly isMain: boolean;
  private summary = "";

  constructor(
    private readonly session: string,
    { isMain, typed }: { isMain: boolean; typed: readonly TypedLine[] },
  ) {
    this.isMain = isMain;
    this.typed = typed.filter(({ text }) => text.startsWith("/"));
  }

  /** Returns what a line says that was not known before. */
  read(value: PlainValue): HistoryRecord[] {
    const replaced = listWithin(value, "$set", "messages");
    const records = replaced.length > 0 ? this.compression(replaced) : this.message(value);
    const [first] = records;
    return first === undefined ? [] : [...this.commandsUntil(first.at), ...records];
  }

  /** Returns what was typed after the last message. */
  end(): HistoryRecord[] {
    return this.commandsUntil(Infinity);
  }

  private commandsUntil(at: Instant): HistoryRecord[] {
    const until = this.typed.findIndex((line) => line.at > at);
    const due = this.typed.splice(0, until < 0 ? this.typed.length : until);
    return due.map(({ id, at: typedAt, text }) => {
      const command = text.slice(1).split(/\s/, 1)[0] ?? "";
      return this.record({ key: id, at: typedAt }, "gemini_cli.slash_command", { command });
    });
  }

  /** All messages are replaced at the start, when a turn is cancelled, and by a summary. */
  private compression(messages: readonly PlainValue[]): HistoryRecord[] {
    const summary = messages.map(textOfMessage).find((text) => text.includes(SUMMARY)) ?? "";
    const times = messages.flatMap((message) => timeOf(textWithin(message, "timestamp")) ?? []);
    if (summary === "" || summary === this.summary) return [];
    this.summary = summary;
    const at = times.reduce((latest, time) => Math.max(latest, time), 0);
    return [this.record({ key: `compression ${at}`, at }, "gemini_cli.chat_compression", {})];
  }

  private message(value: PlainValue): HistoryRecord[] {
    const key = textWithin(value, "id");
    const at = timeOf(textWithin(value, "timestamp"));
    if (key === null || at === null) return [];
    switch (textWithin(value, "type")) {
      case "user":
        return this.once(key, () => this.prompt({ key, at }, value));
      case "gemini":
        return [...this.once(key, () => this.call({ key, at }, value)), ...this.tools(value)];
      default:
        return [];
    }
  }

  /** Of a message that is written again what was given stays; what it lacked is asked for again. */
  private once(key: string, make: () => HistoryRecord[]): HistoryRecord[] {
    if (this.given.has(key)) return [];
    const records = make();
    if (records.length > 0) this.given.add(key);
    return records;
  }

  private prompt(place: RecordPlace, value: PlainValue): HistoryRecord[] {
    const [prompt = ""] = textOfMessage(value).split(FILES_BEHIND);
    if (!this.isMain || prompt === "" || NOT_TYPED.test(prompt)) return [];
    const attributes = { prompt, prompt_length: prompt.length };
    return [{ ...this.record(place, "gemini_cli.user_prompt", attributes), counts: { what: "prompt" } }];
  }

  private call(place: RecordPlace, value: PlainValue): HistoryRecord[] {
    const count = (name: string) => countOf(within(value, "tokens", name)) ?? undefined;
    const [input, output] = [count("input"), count("output")];
    if (input === undefined || output === undefined) return [];
    const attributes = {
      model: textWithin(value, "model") ?? undefined,
      role: this.isMain ? "main" : "subagent",
      input_token_count: input,
      output_token_count: output,
      cached_content_token_count: count("cached"),
      thoughts_token_count: count("thoughts"),
      tool_token_count: count("tool"),
      total_token_count: count("total"),
    };
    const counts = { what: "call", tokens: input + output + (count("thoughts") ?? 0) } as const;
    return [{ ...this.record(place, "gemini_cli.api_response", attributes), counts }];
  }

  private tools(value: PlainValue): HistoryRecord[] {
    return listWithin(value, "toolCalls").flatMap((tool) => {
      const id = textWithin(tool, "id");
      const at = timeOf(textWithin(tool, "timestamp"));
      const status = textWithin(tool, "status") ?? "";
      if (id === null || at === null || !DONE.has(status)) return [];
      return this.once(`tool ${id}`, () => [this.tool({ key: `tool ${id}`, at }, tool, status)]);
    });
  }

  private tool(place: RecordPlace, tool: PlainValue, status: string): HistoryRecord {
    const name = textWithin(tool, "name") ?? "";
    // writing takes no time: an edit that was cancelled was refused at the question
    const isRefused = status === "cancelled" && isEditTool(name);
    return this.record(place, "gemini_cli.tool_call", {
      call_id: textWithin(tool, "id") ?? undefined,
      function_name: name,
      function_args: JSON.stringify(within(tool, "args")),
      success: status === "success",
      status,
      decision: isRefused ? "reject" : undefined,
      metadata: JSON.stringify(metadataOf(tool)),
    });
  }

  private record({ key, at }: RecordPlace, name: string, attributes: WireAttributes): HistoryRecord {
    const { session } = this;
    const known = { ...attributes, "session.id": session };
    return { kind: "record", key, session, at, name, attributes: known, from: FROM };
  }
}

interface RecordPlace {
  key: string;
  at: Instant;
}

/** Content is text, or parts of which some have text. */
function textOfMessage(message: PlainValue): string {
  const content = textWithin(message, "content");
  if (content !== null) return content;
  return listWithin(message, "content")
    .flatMap((part) => textWithin(part, "text") ?? [])
    .join("\n");
}

/** As telemetry has it: lines that were written, and the exit code, which only a failed command names. */
function metadataOf(tool: PlainValue): Record<string, number> {
  const added = countOf(within(tool, "resultDisplay", "diffStat", "model_added_lines"));
  const removed = countOf(within(tool, "resultDisplay", "diffStat", "model_removed_lines"));
  const outputs = listWithin(tool, "result").flatMap(
    (part) => textWithin(part, "functionResponse", "response", "output") ?? [],
  );
  const code = EXIT_CODE.exec(outputs.join("\n"))?.[1];
  return {
    ...(added !== null && { model_added_lines: added }),
    ...(removed !== null && { model_removed_lines: removed }),
    ...(code !== undefined && { exitCode: Number(code) }),
  };
}
