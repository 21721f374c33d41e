/**
 * Qwen Code: log events, and three kinds of spans.
 *
 * @see docs/dialects.md.
 */
import type { LogEntry } from "../../records/record.ts";
import type { Dialect } from "../../sightings/sighting.ts";
import { booleanOf, textOf } from "../../records/unwrap.ts";
import { originOf } from "../../records/origin.ts";
import {
  type FamilyReader,
  readApprovalMode,
  readCancel,
  readCompression,
  readError,
  readFamilyLog,
  readPrompt,
  readResponse,
  readSlashCommand,
  startOf,
} from "../gemini/family.ts";
import { type ToolOutcome, toolCallReader } from "../gemini/tools.ts";
import { settleQwen } from "./settle.ts";
import { readQwenSpan } from "./spans.ts";
import { clue } from "../sightings.ts";

/** The error type of a command that ran and returned something other than 0. */
const COMMAND_FAILED = "shell_execute_error";
const EXIT_CODE = /^Exit Code: (-?\d+)/m;

const READERS: ReadonlyMap<string, FamilyReader> = new Map<string, FamilyReader>([
  ["session.start", (log, session) => [startOf(log, session, textOf(log.attributes["session.previous_id"]))]],
  ["session.end", (log, session) => [{ ...originOf(log, { session }), kind: "session_end" }]],
  ["qwen-code.config", readConfig],
  ["qwen-code.user_prompt", readPrompt],
  ["qwen-code.api_response", readResponse],
  ["qwen-code.api_error", readError],
  ["qwen-code.api_cancel", readCancel],
  ["qwen-code.tool_call", toolCallReader({ outcomeOf, autoAccept: "automatic" })],
  ["qwen-code.slash_command", readSlashCommand],
  ["qwen-code.chat_compression", readCompression],
]);

export const qwenDialect: Dialect = {
  tellsOfNeighbours: true,
  read(record) {
    if (record.signal === "logs") return readFamilyLog(record, READERS);
    return record.signal === "traces" ? readQwenSpan(record) : null;
  },
  settle: settleQwen,
};

/** Old builds send no `session.start`; there the configuration stands for it. */
function readConfig(log: LogEntry, session: string) {
  return [clue(originOf(log, { session }), "config"), ...readApprovalMode(log, session)];
}

/** A command that returned something other than 0 is a failure to Qwen, though the tool itself worked. */
function outcomeOf({ attributes }: LogEntry): ToolOutcome {
  const success = booleanOf(attributes["success"]);
  const commandFailed =
    (textOf(attributes["error_type"]) ?? textOf(attributes["error.type"])) === COMMAND_FAILED;
  const error = textOf(attributes["error"]) ?? textOf(attributes["error.message"]) ?? "";
  const code = EXIT_CODE.exec(error)?.[1];
  if (code !== undefined) return { ok: commandFailed ? true : success, exitCode: Number(code) };
  return { ok: success, exitCode: success ? 0 : null };
}
