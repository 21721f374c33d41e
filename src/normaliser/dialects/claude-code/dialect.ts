/**
 * Claude Code: log events and some metrics; its spans repeat them.
 *
 * @see docs/dialects.md.
 */
import vocabulary from "../../../vocabulary/vocabulary.json" with { type: "json" };
import type { Compaction, Prompt } from "../../event.ts";
import type { LogEntry, TelemetryRecord } from "../../records/record.ts";
import type { Dialect, Reading, Sighting } from "../../sightings/sighting.ts";
import { booleanOf, textOf } from "../../records/unwrap.ts";
import { readError, readRequest } from "./calls.ts";
import { claudeOrigin } from "./origin.ts";
import { settleClaude } from "./settle.ts";
import { readDecision, readToolResult } from "./tools.ts";
import { isClaudeCounter } from "./usage.ts";
import { readCounter } from "../counters.ts";
import { directoryOf } from "../directory.ts";
import { clue, promptText, reading } from "../sightings.ts";
import { withoutBlocks } from "../wrapping.ts";

const REDACTED = "<REDACTED>";
/**
 * What its editor extension and it itself put around a prompt.
 *
 * @see Its session files, 2026.
 */
const ADDED = ["system-reminder", "ide_opened_file", "ide_selection"] as const;
const RESET_COMMANDS = new Set<string>(vocabulary.resetCommands);
const COUNTER_ATTRIBUTES = ["type", "model", "query_source"] as const;

type Reader = (log: LogEntry, session: string) => Sighting[];

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["user_prompt", readPrompt],
  ["api_request", readRequest],
  ["api_error", readError],
  ["api_retries_exhausted", (log, session) => [clue(claudeOrigin(log, { session }), "retries_exhausted")]],
  ["tool_decision", readDecision],
  ["tool_result", readToolResult],
  ["compaction", readCompaction],
]);

export const claudeCodeDialect: Dialect = {
  read(record) {
    if (record.signal === "logs") return readLog(record);
    if (record.signal !== "metrics" || !isClaudeCounter(record.name)) return null;
    return readCounter(record, sessionOf(record), COUNTER_ATTRIBUTES);
  },
  settle: settleClaude,
  wordsOf: (text) => withoutBlocks(text, ADDED),
};

function readLog(log: LogEntry): Reading | null {
  const reader = READERS.get(log.name);
  const session = reader === undefined ? null : sessionOf(log);
  return reader === undefined || session === null ? null : reading(log, session, reader(log, session));
}

function sessionOf(record: TelemetryRecord): string | null {
  return textOf(record.attributes["session.id"]) ?? textOf(record.resource["session.id"]);
}

/** A prompt; since 2.1.287 `prompt_text` repeats `prompt`. */
function readPrompt(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const command = textOf(attributes["command_name"])?.replace(/^\//, "") ?? null;
  const sent = {
    text: textOf(attributes["prompt"]),
    placeholder: REDACTED,
    toldLength: attributes["prompt_length"],
  };
  const prompt: Prompt = {
    ...claudeOrigin(log, { session }),
    kind: "prompt",
    promptId: textOf(attributes["prompt.id"]),
    ...promptText(sent),
    command,
    interactive: interactiveOf(log),
  };
  const sightings: Sighting[] = [prompt, ...directoryOf(log, session)];
  if (command === null || !RESET_COMMANDS.has(command)) return sightings;
  return [...sightings, { ...claudeOrigin(log, { session, part: "reset" }), kind: "reset" }];
}

/** `app.entrypoint` is sent only on request: `sdk-…` is a program, all others (`cli`, `claude-vscode`) have a person. */
function interactiveOf(log: LogEntry): boolean | null {
  const entrypoint = textOf(log.attributes["app.entrypoint"]) ?? textOf(log.resource["app.entrypoint"]);
  return entrypoint === null ? null : !entrypoint.startsWith("sdk-");
}

function readCompaction(log: LogEntry, session: string): Sighting[] {
  if (booleanOf(log.attributes["success"]) === false) return [];
  const compaction: Compaction = {
    ...claudeOrigin(log, { session }),
    kind: "compaction",
    trigger: log.attributes["trigger"] === "manual" ? "manual" : "automatic",
  };
  return [compaction];
}
