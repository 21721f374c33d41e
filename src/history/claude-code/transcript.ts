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
/** Marks of lines that the agent wrote in the person's name. */
const NEVER_TYPED = ["isMeta", "isCompactSummary"];
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

/** An answer of which more lines may come. */
interface OpenAnswer {
  kind: "answer";
  key: string;
  /** The newest of its lines, which has the counts. */
  line: Line;
}

/** Not so many records come between two lines of one answer. */
const MOST_HELD = 200;

/** Turns the lines of a session into records, each once it is complete. */
export class Transcript {
  private version: string | null = null;
  /** By key; null for those that were given. */
  private readonly answers = new Map<string, OpenAnswer | null>();
  private readonly open = new Map<string, OpenCall>();
  /** Results of tools may come between the lines of an answer, so both wait for its last one. */
  private held: (OpenAnswer | HistoryRecord)[] = [];

  /**
   * @param session - Its id; null for a sub-agent's file, whose lines name it.
   * @param copied - Ids of lines that are an earlier file's.
   */
  constructor(
    private session: string | null,
    private readonly copied: ReadonlySet<string>,
  ) {}

  /** Returns what is complete with a line. */
  read(value: PlainValue): HistoryRecord[] {
    const key = textWithin(value, "uuid");
    const at = timeOf(textWithin(value, "timestamp"));
    const session = textWithin(value, "sessionId");
    if (key === null || at === null || session === null || this.isCopy(key, value)) return [];
    this.session ??= session;
    if (session !== this.session) return [];
    this.version = textWithin(value, "version") ?? this.version;
    return this.readLine({ key, at, value });
  }

  private readLine(line: Line): HistoryRecord[] {
    switch (textWithin(line.value, "type")) {
      case "user":
        return this.said(line);
      case "assistant":
        this.noteAnswer(line);
        return this.release(MOST_HELD);
      case "system":
        return this.compaction(line);
      default:
        return [];
    }
  }

  /** Returns what waited for more lines. */
  end(): HistoryRecord[] {
    return this.release(0);
  }

  /** A session that is resumed or forked repeats lines; some keep the id of the session that they are from. */
  private isCopy(key: string, value: PlainValue): boolean {
    return this.copied.has(key) || within(value, "forkedFrom") !== null;
  }

  private release(most: number): HistoryRecord[] {
    const complete = this.held.splice(0, Math.max(0, this.held.length - most));
    return complete.flatMap((held) => (held.kind === "answer" ? this.call(held) : [held]));
  }

  private noteAnswer(line: Line): void {
    if (isOfNoModel(line.value)) return;
    const key = answerOf(line);
    const known = this.answers.get(key);
    if (known) known.line = line;
    else if (known === undefined) {
      const answer: OpenAnswer = { kind: "answer", key, line };
      this.answers.set(key, answer);
      this.held.push(answer);
    }
    for (const part of listWithin(line.value, "message", "content")) {
      if (textWithin(part, "type") !== "tool_use") continue;
      const [name, given] = [textWithin(part, "name") ?? "", JSON.stringify(within(part, "input"))];
      this.open.set(textWithin(part, "id") ?? "", { ...line, name, given });
    }
  }

  private call({ key, line: { at, value } }: OpenAnswer): HistoryRecord[] {
    const line = { key, at, value };
    this.answers.set(key, null);
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
      background: isOfSubAgent(line.value),
    };
    const tokens = input + output + (cacheRead ?? 0) + (cacheCreation ?? 0);
    return [{ ...this.record(line, "scoring.model_call", attributes), counts: { what: "call", tokens } }];
  }

  private said(line: Line): HistoryRecord[] {
    const content = within(line.value, "message", "content");
    const parts = Array.isArray(content) ? content : [];
    const results = parts.filter((part) => textWithin(part, "type") === "tool_result");
    if (results.length > 0) {
      this.held.push(...results.flatMap((result) => this.tool(line, result)));
      return this.release(MOST_HELD);
    }
    const texts =
      typeof content === "string" ? [content] : parts.flatMap((part) => textWithin(part, "text") ?? []);
    const text = texts.join("\n");
    if (isOfSubAgent(line.value)) return [];
    const ended = this.release(0);
    if (INTERRUPTED.test(text)) return [...ended, this.record(line, "scoring.interrupt", {})];
    const isTyped = NEVER_TYPED.every((mark) => within(line.value, mark) !== true);
    return isTyped && text !== "" && !NOT_TYPED.test(text) ? [...ended, this.prompt(line, text)] : ended;
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
    if (textWithin(line.value, "subtype") !== "compact_boundary" || isOfSubAgent(line.value)) return [];
    const manual = textWithin(line.value, "compactMetadata", "trigger") === "manual";
    return [...this.release(0), this.record(line, "scoring.compaction", { manual })];
  }

  private record({ key, at }: Line, name: string, attributes: WireAttributes): HistoryRecord {
    const { version } = this;
    const session = this.session ?? "";
    const known = { ...attributes, "session.id": session };
    const from = { service: "claude-code", version };
    return { kind: "record", key, session, at, name, attributes: known, from };
  }
}

/** What one request was answered with has one id, in however many lines. */
function answerOf({ key, value }: Line): string {
  const id = textWithin(value, "message", "id");
  return id === null ? key : `${id} ${textWithin(value, "requestId") ?? ""}`.trim();
}

/** The agent writes its own errors as answers. */
function isOfNoModel(value: PlainValue): boolean {
  return textWithin(value, "message", "model") === NO_MODEL || within(value, "isApiErrorMessage") === true;
}

function isOfSubAgent(value: PlainValue): boolean {
  return within(value, "isSidechain") === true;
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
