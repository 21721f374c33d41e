/**
 * Gemini CLI: log events, and one metric.
 *
 * @see docs/dialects.md.
 */
import type { LogEntry, PlainValue } from "../../records/record.ts";
import type { Dialect } from "../../sightings/sighting.ts";
import { booleanOf, countOf } from "../../records/unwrap.ts";
import { linesOf, readCounter } from "../counters.ts";
import { judgeAllowances } from "./allowances.ts";
import {
  type FamilyReader,
  familySession,
  readApprovalMode,
  readCompression,
  readError,
  readFamilyLog,
  readPrompt,
  readResponse,
  readSlashCommand,
  startOf,
} from "./family.ts";
import { completeFamily, judgeApprovals } from "./settle.ts";
import { type ToolOutcome, toolCallReader } from "./tools.ts";
import { member } from "../tool-arguments.ts";

const LINES = "gemini_cli.lines.changed";

const READERS: ReadonlyMap<string, FamilyReader> = new Map<string, FamilyReader>([
  ["gemini_cli.config", (log, session) => [startOf(log, session, null), ...readApprovalMode(log, session)]],
  ["gemini_cli.plan.approval_mode_switch", readApprovalMode],
  ["gemini_cli.user_prompt", readPrompt],
  ["gemini_cli.api_response", readResponse],
  ["gemini_cli.api_error", readError],
  ["gemini_cli.tool_call", toolCallReader({ outcomeOf, autoAccept: "person" })],
  ["gemini_cli.slash_command", readSlashCommand],
  ["gemini_cli.chat_compression", readCompression],
]);

export const geminiDialect: Dialect = {
  tellsOfNeighbours: true,
  read(record) {
    if (record.signal === "logs") return readFamilyLog(record, READERS);
    if (record.signal !== "metrics" || record.name !== LINES) return null;
    return readCounter(record, familySession(record));
  },
  settle(sightings) {
    const judged = judgeAllowances(judgeApprovals(sightings), sightings);
    return completeFamily([...judged, ...linesOf(sightings, LINES)]);
  },
};

/** A shell command that fails is a success of the tool; its exit code is sent only when it is not 0. */
function outcomeOf(log: LogEntry, metadata: PlainValue): ToolOutcome {
  const ok = booleanOf(log.attributes["success"]);
  return { ok, exitCode: countOf(member(metadata, "exitCode")) ?? (ok ? 0 : null) };
}
