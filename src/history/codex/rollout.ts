/** The thread of a rollout, line by line: what has to be remembered between its lines. */
import type { WireAttributes } from "../../vocabulary/sending/otlp-values.ts";
import type { PlainValue } from "../../normaliser/records/record.ts";
import { parseJson } from "../../normaliser/dialects/tool-arguments.ts";
import { countOf } from "../../normaliser/records/unwrap.ts";
import type { Instant, Milliseconds } from "../../vocabulary/units.ts";
import type { JsonLine } from "../json-lines.ts";
import type { HistoryRecord, Producer } from "../record.ts";
import { inLaterWords } from "./older-lines.ts";
import { listWithin, textWithin, timeOf, within } from "../values.ts";

/** A call whose output has not come yet. */
interface OpenCall {
  name: string;
  arguments: string;
  at: Instant;
  item: PlainValue;
}

/** The agent's telemetry cuts outputs here as well. */
const LONGEST_OUTPUT = 2048;
const PACKED = /^\{"output":/;
/** Versions before 0.160 say so; of later ones a question that was denied stops the call. */
const REJECTED = /^(?:exec command|patch) rejected by user/;
const ABORTED = /^(?:Wall time: [^\n]*\n)?aborted by user/;
const FAILED_PATCH = /^apply_patch verification failed/;

/** Turns the lines of one thread into records. */
export class Rollout {
  private model: string | undefined;
  private effort: string | undefined;
  private cwd: string | undefined;
  private isStarted = false;
  /** Whether a person has asked for something in the turn under way. */
  private isAsked = false;
  private hasUsageRecords = false;
  private countedTokens = "";
  private readonly open = new Map<string, OpenCall>();

  private constructor(
    private readonly session: string,
    private readonly by: { originator: string; isPerson: boolean; isOlder: boolean },
    private readonly from: Producer,
  ) {}

  /** @param line - The line `session_meta`, the first of a rollout. */
  static begin({ value }: JsonLine, { isOlder } = { isOlder: false }): Rollout {
    const meta = within(value, "payload");
    const originator = textWithin(meta, "originator") ?? "codex";
    const service = originator.startsWith("codex") ? originator : "codex";
    const isPerson = (textWithin(meta, "thread_source") ?? "user") === "user";
    const from = { service, version: textWithin(meta, "cli_version") };
    return new Rollout(textWithin(meta, "id") ?? "", { originator, isPerson, isOlder }, from);
  }

  /** Returns what a line says; a thread that was copied from another one says only what is its own. */
  read(line: JsonLine): HistoryRecord[] {
    return this.readLine(this.by.isOlder ? { ...line, value: inLaterWords(line.value) } : line);
  }

  private readLine({ value, number }: JsonLine): HistoryRecord[] {
    const payload = within(value, "payload");
    const at = timeOf(textWithin(value, "timestamp"));
    const thread = textWithin(payload, "thread_id");
    if (at === null || this.session === "" || (thread !== null && thread !== this.session)) return [];
    const place = { key: `line ${textWithin(value, "ordinal") ?? `of file ${number}`}`, at };
    switch (textWithin(value, "type")) {
      case "turn_context":
        return this.noteTurn(payload);
      case "token_usage_record":
        this.hasUsageRecords = true;
        return this.call(place, within(payload, "usage"));
      case "event_msg":
        return this.readEvent(place, payload);
      case "response_item":
        return this.readItem(place, payload);
      default:
        return [];
    }
  }

  private noteTurn(payload: PlainValue): [] {
    this.model = textWithin(payload, "model") ?? this.model;
    this.effort =
      textWithin(payload, "collaboration_mode", "settings", "reasoning_effort") ??
      textWithin(payload, "effort") ??
      undefined;
    this.cwd = textWithin(payload, "cwd") ?? this.cwd;
    return [];
  }

  private readEvent(place: LinePlace, payload: PlainValue): HistoryRecord[] {
    switch (textWithin(payload, "type")) {
      case "task_started":
        this.isAsked = false;
        return this.start(place, countOf(within(payload, "model_context_window")));
      case "token_count":
        return this.hasUsageRecords ? [] : this.countedCalls(place, within(payload, "info"));
      case "item_completed":
        return this.readCompleted(place, payload);
      case "turn_aborted":
        return textWithin(payload, "reason") === "interrupted"
          ? [this.record(place, "codex.turn_cost", { "turn.interrupted": true })]
          : [];
      default:
        return [];
    }
  }

  private start(place: LinePlace, window: number | null): HistoryRecord[] {
    if (this.isStarted) return [];
    this.isStarted = true;
    const attributes = { originator: this.by.originator, context_window: window ?? undefined };
    return [this.record(place, "codex.conversation_starts", attributes)];
  }

  /** Versions without a record of each call's tokens repeat the last count; a total that stays the same is no call. */
  private countedCalls(place: LinePlace, counts: PlainValue): HistoryRecord[] {
    const total = JSON.stringify(within(counts, "total_token_usage"));
    if (total === "null" || total === this.countedTokens) return [];
    this.countedTokens = total;
    const started = this.start(
      { ...place, key: `${place.key} start` },
      countOf(within(counts, "model_context_window")),
    );
    return [...started, ...this.call(place, within(counts, "last_token_usage"))];
  }

  private call(place: LinePlace, usage: PlainValue): HistoryRecord[] {
    const count = (name: string): number | undefined => countOf(within(usage, name)) ?? undefined;
    const [input, output] = [count("input_tokens"), count("output_tokens")];
    if (input === undefined && output === undefined) return [];
    const attributes = {
      "event.kind": "response.completed",
      input_token_count: input,
      cached_token_count: count("cached_input_tokens"),
      cache_write_token_count: count("cache_write_input_tokens"),
      output_token_count: output,
      reasoning_token_count: count("reasoning_output_tokens"),
      model_reasoning_effort: this.effort,
    };
    const counts = { what: "call", tokens: (input ?? 0) + (output ?? 0) } as const;
    return [{ ...this.record(place, "codex.sse_event", attributes), counts }];
  }

  private readCompleted(place: LinePlace, payload: PlainValue): HistoryRecord[] {
    const item = within(payload, "item");
    const begun = countOf(within(payload, "started_at_ms"));
    const at = countOf(within(payload, "completed_at_ms")) ?? place.at;
    const lasted = begun === null ? undefined : at - begun;
    switch (textWithin(item, "type")) {
      case "UserMessage":
        return this.prompt({ ...place, at: begun ?? at }, item);
      case "ContextCompaction": {
        const trigger = this.by.isOlder ? undefined : this.isAsked ? "automatic" : "manual";
        return [this.record({ ...place, at }, "codex.compaction", { trigger, duration_ms: lasted })];
      }
      default: {
        const call = this.open.get(textWithin(item, "id") ?? "");
        if (call !== undefined) call.item = item;
        return [];
      }
    }
  }

  private prompt(place: LinePlace, item: PlainValue): HistoryRecord[] {
    this.isAsked = true;
    const texts = listWithin(item, "content").flatMap((part) => textWithin(part, "text") ?? []);
    const prompt = texts.join("\n");
    if (!this.by.isPerson || prompt === "") return [];
    const attributes = {
      prompt,
      prompt_length: prompt.length,
      originator: this.by.originator,
      cwd: this.cwd,
    };
    return [{ ...this.record(place, "codex.user_prompt", attributes), counts: { what: "prompt" } }];
  }

  private readItem(place: LinePlace, payload: PlainValue): HistoryRecord[] {
    const callId = textWithin(payload, "call_id");
    if (callId === null) return [];
    switch (textWithin(payload, "type")) {
      case "function_call":
      case "custom_tool_call": {
        const given = textWithin(payload, "arguments") ?? textWithin(payload, "input") ?? "";
        const name = textWithin(payload, "name") ?? "";
        this.open.set(callId, { name, arguments: given, at: place.at, item: null });
        return [];
      }
      case "function_call_output":
      case "custom_tool_call_output":
        return this.result(place, callId, outputIn(payload));
      default:
        return [];
    }
  }

  /** A call that was stopped was refused at the question, or while it ran: only one that never began is a refusal. */
  private result(place: LinePlace, callId: string, output: string): HistoryRecord[] {
    const call = this.open.get(callId);
    if (call === undefined) return [];
    this.open.delete(callId);
    const named = { call_id: callId, tool_name: call.name };
    const refusal = { ...named, decision: "denied", source: "User" };
    const refused = REJECTED.test(output) || (ABORTED.test(output) && call.item === null && !this.by.isOlder);
    const result = {
      ...named,
      arguments: call.arguments,
      output: output.slice(0, LONGEST_OUTPUT),
      success: !ABORTED.test(output) && !FAILED_PATCH.test(output) && !REJECTED.test(output),
      duration_ms: durationIn(call.item) ?? place.at - call.at,
    };
    return [
      ...(refused
        ? [this.record({ ...place, key: `${place.key} decision` }, "codex.tool_decision", refusal)]
        : []),
      this.record(place, "codex.tool_result", result),
    ];
  }

  private record({ key, at }: LinePlace, name: string, attributes: WireAttributes): HistoryRecord {
    const { session, from, model } = this;
    const known = { ...attributes, model, "conversation.id": session };
    return { kind: "record", key, session, at, name, attributes: known, from };
  }
}

interface LinePlace {
  key: string;
  at: Instant;
}

/** Output is text, or parts with text; before 0.160 also the JSON of an output and its exit code. */
function outputIn(payload: PlainValue): string {
  const output = within(payload, "output");
  if (typeof output === "string") return unpacked(output);
  return listWithin(output)
    .flatMap((part) => textWithin(part, "text") ?? [])
    .join("\n");
}

function unpacked(text: string): string {
  const packed = PACKED.test(text) ? parseJson(text) : null;
  const output = textWithin(packed, "output");
  const code = countOf(within(packed, "metadata", "exit_code"));
  return output === null || code === null ? text : `Exit code: ${code}\nOutput:\n${output}`;
}

/** How long a command ran, without the wait for an approval. */
function durationIn(item: PlainValue): Milliseconds | null {
  const seconds = countOf(within(item, "duration", "secs"));
  if (seconds === null) return null;
  return seconds * 1_000 + Math.round((countOf(within(item, "duration", "nanos")) ?? 0) / 1e6);
}
