/** One session of Claude Code, line by line: an answer is several lines, whose counts grow. */
import type { WireAttributes } from "../../vocabulary/sending/otlp-values.ts";
import type { PlainValue } from "../../normaliser/records/record.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { HistoryRecord } from "../record.ts";
import { countWithin, listWithin, textWithin, timeOf, within, wordWithin } from "../values.ts";

/** What the agent writes in the person's place. */
const NOT_TYPED = /^(?:<command-|<local-command|<bash-|<system-reminder>|Caveat: )/;
const INTERRUPTED = /^\[Request interrupted by user/;
const REFUSED = /^The user doesn't want to proceed with this tool use/;
const EXIT_CODE = /^(?:Error: )?Exit code (\d{1,3})\b/;
/** Messages that no model wrote. */
const NO_MODEL = "<synthetic>";
/** The end of an output says how a command went. */
const LONGEST_OUTPUT = 4096;

interface Line {
  key: string;
  at: Instant;
  value: PlainValue;
}

interface OpenCall extends Line {
  name: string;
  given: string;
}

/** Turns the lines of a session into records, each as soon as it is complete. */
export class Transcript {
  private version: string | null = null;
  /** The newest line of the answer under way. */
  private answer: Line | null = null;
  private readonly given = new Set<string>();
  private readonly open = new Map<string, OpenCall>();

  /** @param session - Its id; a resumed session's file repeats lines of the one before. */
  constructor(private readonly session: string) {}

  /** Returns what is known by a line that was not known before. */
  read(value: PlainValue): HistoryRecord[] {
    const key = textWithin(value, "uuid");
    const at = timeOf(textWithin(value, "timestamp"));
    if (key === null || at === null || textWithin(value, "sessionId") !== this.session) return [];
    this.version = textWithin(value, "version") ?? this.version;
    const line = { key, at, value };
    const ended = this.endAnswer(textWithin(value, "message", "id"));
    switch (textWithin(value, "type")) {
      case "user":
        return [...ended, ...this.said(line)];
      case "assistant":
        this.noteAnswer(line);
        return ended;
      case "system":
        return [...ended, ...this.compaction(line)];
      default:
        return ended;
    }
  }

  /** Returns the answer that no line came after. */
  end(): HistoryRecord[] {
    return this.endAnswer(null);
  }

  /** The last line of an answer has its counts; the next line of something else shows that it was the last. */
  private endAnswer(next: string | null): HistoryRecord[] {
    const { answer } = this;
    const key = answer === null ? null : (textWithin(answer.value, "message", "id") ?? answer.key);
    if (answer === null || key === null || key === next) return [];
    this.answer = null;
    if (this.given.has(key)) return [];
    this.given.add(key);
    return this.call({ ...answer, key });
  }

  private noteAnswer(line: Line): void {
    if (textWithin(line.value, "message", "model") !== NO_MODEL) this.answer = line;
    for (const part of listWithin(line.value, "message", "content")) {
      if (textWithin(part, "type") !== "tool_use") continue;
      const [name, given] = [textWithin(part, "name") ?? "", JSON.stringify(within(part, "input"))];
      this.open.set(textWithin(part, "id") ?? "", { ...line, name, given });
    }
  }

  private call(line: Line): HistoryRecord[] {
    const usage = within(line.value, "message", "usage");
    const [input, output] = [countWithin(usage, "input_tokens"), countWithin(usage, "output_tokens")];
    if (input === undefined || output === undefined) return [];
    const cacheRead = countWithin(usage, "cache_read_input_tokens");
    const cacheCreation = countWithin(usage, "cache_creation_input_tokens");
    const attributes = {
      model: wordWithin(line.value, "message", "model"),
      input_tokens: input,
      output_tokens: output,
      cache_read_tokens: cacheRead,
      cache_creation_tokens: cacheCreation,
      background: within(line.value, "isSidechain") === true,
    };
    const tokens = input + output + (cacheRead ?? 0) + (cacheCreation ?? 0);
    return [{ ...this.record(line, "scoring.model_call", attributes), counts: { what: "call", tokens } }];
  }

  private said(line: Line): HistoryRecord[] {
    const content = within(line.value, "message", "content");
    const parts = Array.isArray(content) ? content : [];
    const results = parts.filter((part) => textWithin(part, "type") === "tool_result");
    if (results.length > 0) return results.flatMap((result) => this.tool(line, result));
    const texts =
      typeof content === "string" ? [content] : parts.flatMap((part) => textWithin(part, "text") ?? []);
    const text = texts.join("\n");
    if (INTERRUPTED.test(text)) return [this.record(line, "scoring.interrupt", {})];
    return isTyped(line.value) && text !== "" && !NOT_TYPED.test(text) ? [this.prompt(line, text)] : [];
  }

  private prompt(line: Line, prompt: string): HistoryRecord {
    const attributes = { prompt, prompt_length: prompt.length, cwd: wordWithin(line.value, "cwd") };
    return { ...this.record(line, "scoring.prompt", attributes), counts: { what: "prompt" } };
  }

  private tool(line: Line, result: PlainValue): HistoryRecord[] {
    const callId = textWithin(result, "tool_use_id") ?? "";
    const call = this.open.get(callId);
    if (call === undefined) return [];
    this.open.delete(callId);
    const output = outputOf(result);
    const code = EXIT_CODE.exec(output)?.[1];
    const failed = within(result, "is_error") === true;
    const attributes = {
      call_id: callId,
      tool_name: call.name,
      arguments: call.given,
      success: !failed || code !== undefined,
      rejected: REFUSED.test(output),
      exit_code: code === undefined ? undefined : Number(code),
      duration_ms: Math.max(0, line.at - call.at),
      output: output.slice(-LONGEST_OUTPUT),
      ...linesOf(within(line.value, "toolUseResult")),
    };
    return [this.record({ ...line, key: `tool ${callId}` }, "scoring.tool_call", attributes)];
  }

  private compaction(line: Line): HistoryRecord[] {
    if (textWithin(line.value, "subtype") !== "compact_boundary") return [];
    const manual = textWithin(line.value, "compactMetadata", "trigger") === "manual";
    return [this.record(line, "scoring.compaction", { manual })];
  }

  private record({ key, at }: Line, name: string, attributes: WireAttributes): HistoryRecord {
    const { session, version } = this;
    const known = { ...attributes, "session.id": session };
    const from = { service: "claude-code", version };
    return { kind: "record", key, session, at, name, attributes: known, from };
  }
}

function isTyped(value: PlainValue): boolean {
  return ["isMeta", "isSidechain", "isCompactSummary"].every((mark) => within(value, mark) !== true);
}

/** Output is text, or parts with text. */
function outputOf(result: PlainValue): string {
  const content = within(result, "content");
  if (typeof content === "string") return content;
  return listWithin(content)
    .flatMap((part) => textWithin(part, "text") ?? [])
    .join("\n");
}

/** The lines that a patch puts in and takes out; a file written for the first time has none. */
function linesOf(result: PlainValue): WireAttributes {
  const lines = listWithin(result, "structuredPatch").flatMap((hunk) => listWithin(hunk, "lines"));
  if (lines.length === 0) return {};
  const beginning = (sign: string) =>
    lines.filter((line) => typeof line === "string" && line.startsWith(sign));
  return { lines_added: beginning("+").length, lines_removed: beginning("-").length };
}
