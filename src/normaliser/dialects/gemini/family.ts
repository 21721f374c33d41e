/**
 * What Gemini CLI and its fork Qwen Code have in common.
 *
 * @see docs/dialects.md.
 */
import vocabulary from "../../../vocabulary/vocabulary.json" with { type: "json" };
import type { ModelCall, Origin, Prompt, SessionStart } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { LogEntry, TelemetryRecord } from "../../records/record.ts";
import type { Reading, Sighting } from "../../sightings/sighting.ts";
import { booleanOf, countOf, textOf } from "../../records/unwrap.ts";
import { directoryOf } from "../directory.ts";
import { comparableChoice } from "../choices.ts";
import { isRetryable, spendLimitIn } from "../model-errors.ts";
import { callerOf } from "./callers.ts";
import { clue, promptText, reading, remainder } from "../sightings.ts";
import { reasoningOf, untoldCall } from "../untold-call.ts";

/** Reads one kind of log event. */
export type FamilyReader = (log: LogEntry, session: string) => Sighting[];

const RESET_COMMANDS = new Set<string>(vocabulary.resetCommands);
const COMPACT_COMMANDS = new Set<string>(vocabulary.compactCommands);

const ERROR_TEXTS = ["error.message", "error_message", "error", "error.type", "error_type"] as const;

/** The session of a record: its own, else its resource's, which stays at the first session after `/clear`. */
export function familySession(record: TelemetryRecord): string | null {
  return textOf(record.attributes["session.id"]) ?? textOf(record.resource["session.id"]);
}

/** Reads a log event with the reader of its name; null where there is none. */
export function readFamilyLog(log: LogEntry, readers: ReadonlyMap<string, FamilyReader>): Reading | null {
  const reader = readers.get(log.name);
  const session = reader === undefined ? null : familySession(log);
  if (reader === undefined || session === null) return null;
  return reading(log, session, reader(log, session));
}

/** A start of the agent. */
export function startOf(log: LogEntry, session: string, previousSession: string | null): SessionStart {
  return {
    ...originOf(log, { session }),
    kind: "session_start",
    interactive: booleanOf(log.attributes["interactive"]),
    previousSession,
    maybeHelper: false,
  };
}

/** Which approvals the agent asks a person for, from here on. */
export function readApprovalMode(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const mode = textOf(attributes["approval_mode"]) ?? textOf(attributes["to_mode"]);
  if (mode === null) return [];
  return [clue(originOf(log, { session, part: "mode" }), "approval_mode", { mode: comparableChoice(mode) })];
}

/** A prompt; `gemini -p` repeats the session's id as the prompt's, which then is none. */
export function readPrompt(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const promptId = textOf(attributes["prompt_id"]);
  const prompt: Prompt = {
    ...originOf(log, { session }),
    kind: "prompt",
    promptId: promptId === session ? null : promptId,
    ...promptText({ text: textOf(attributes["prompt"]), toldLength: attributes["prompt_length"] }),
    command: null,
    interactive: booleanOf(attributes["interactive"]),
  };
  return [prompt, ...directoryOf(log, session)];
}

/** A call that worked: input tokens hold the cached ones, output tokens may or may not hold the thoughts. */
export function readResponse(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const durationMs = countOf(attributes["duration_ms"]);
  const cacheRead = countOf(attributes["cached_content_token_count"]);
  const input = countOf(attributes["input_token_count"]);
  const call: ModelCall = {
    ...callOf(log, originOf(log, { session, durationMs }), session),
    durationMs,
    firstTokenMs: countOf(attributes["ttft_ms"]),
    ...reasoningOf(attributes["thoughts_token_count"]),
    tokens: { input: remainder(input, [cacheRead]), output: outputOf(log), cacheRead, cacheCreation: null },
  };
  return [call];
}

/** A failed attempt. */
export function readError(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const durationMs = countOf(attributes["duration_ms"]) ?? countOf(attributes["duration"]);
  const status = countOf(attributes["status_code"]) ?? countOf(attributes["http.status_code"]);
  const failed: ModelCall = {
    ...callOf(log, originOf(log, { session, durationMs }), session),
    result: "failed",
    durationMs,
    status,
    retryable: isRetryable(status),
    ...spendLimitIn(
      status,
      ERROR_TEXTS.map((key) => textOf(attributes[key])),
    ),
  };
  return [failed];
}

/** `/clear` and its like throw the context away; `/compress` makes the compression that follows the person's own. */
export function readSlashCommand(log: LogEntry, session: string): Sighting[] {
  const command = textOf(log.attributes["command"])?.replace(/^\//, "").toLowerCase() ?? "";
  const origin = originOf(log, { session });
  if (RESET_COMMANDS.has(command)) return [{ ...origin, kind: "reset" }];
  return COMPACT_COMMANDS.has(command) ? [clue(origin, "compact_command")] : [];
}

/** A compression of the context; who asked for it, settling finds out. */
export function readCompression(log: LogEntry, session: string): Sighting[] {
  return [{ ...originOf(log, { session }), kind: "compaction", trigger: null }];
}

/** The person stopped the agent. */
export function readCancel(log: LogEntry, session: string): Sighting[] {
  return [{ ...originOf(log, { session }), kind: "interrupt" }];
}

/** `role` is Gemini's name for who calls the model, `subagent_name` Qwen's; absent or `main` is the conversation. */
function callOf(log: LogEntry, origin: Origin, session: string): ModelCall {
  const { attributes } = log;
  const caller = callerOf(attributes, session);
  return {
    ...untoldCall(origin),
    model: textOf(attributes["model"]),
    helper: caller === "agent",
    foreground: caller === "conversation",
  };
}

/** The total says whether thoughts are inside the output (as OpenAI counts) or next to it (as Gemini does). */
function outputOf({ attributes }: LogEntry): number | null {
  const output = countOf(attributes["output_token_count"]);
  const input = countOf(attributes["input_token_count"]);
  if (output === null || countOf(attributes["total_token_count"]) === (input ?? 0) + output) return output;
  return output + (countOf(attributes["thoughts_token_count"]) ?? 0);
}
