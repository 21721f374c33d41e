/** Codex's tool results: commands, exit codes out of the output, and patches wherever they are. */
import type { FileEdit, Origin, ToolCall } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { LogEntry } from "../../records/record.ts";
import { booleanOf, countOf, textOf } from "../../records/unwrap.ts";
import { mcpServerOf } from "../mcp-server.ts";
import { appliesPatch, filesOfPatch } from "./patch.ts";
import { commandIn, isEditTool, isShellTool, lastLines, parseJson, stringsIn } from "../tool-arguments.ts";

const OUTPUT_MARK = "Output:\n";
const EXIT_CODE = /^(?:Process exited with code|Exit code:) (-?\d+)/m;
const LEADING_EXIT_CODE = /^Exit code: (-?\d+)\n/;

/** Reads one `codex.tool_result`; its arguments are always complete, its output is cut at 2048 bytes. */
export function readToolResult(log: LogEntry, session: string): [ToolCall] {
  const { attributes } = log;
  const durationMs = countOf(attributes["duration_ms"]);
  const origin = numbered(log, originOf(log, { session, durationMs }));
  const name = textOf(attributes["tool_name"]) ?? "";
  const given = textOf(attributes["arguments"]);
  const output = textOf(attributes["output"]);
  const ok = booleanOf(attributes["success"]);
  const command = isShellTool(name) ? commandIn(parseJson(given)) : null;
  const edits = isPatchTool(log, name) || (command !== null && appliesPatch(command));
  return [
    {
      ...origin,
      kind: "tool_call",
      callId: textOf(attributes["call_id"]) ?? origin.id,
      name,
      ...mcpServerOf(name, textOf(attributes["mcp_server"])),
      ok,
      rejected: false,
      exitCode: output === null ? null : exitCodeIn(output),
      durationMs,
      command,
      edits,
      files: edits ? patched(command ?? given) : [],
      arguments: stringsIn(parseJson(given)),
      outputTail: isShellTool(name) ? lastLines(withoutHeader(output)) : null,
      commits: 0,
      pullRequests: 0,
    },
  ];
}

/** Codex numbers the results of a process, those of all its conversations. */
function numbered(log: LogEntry, origin: Origin): Origin {
  const sequence = countOf(log.attributes["tool_result_seq"]);
  return sequence === null ? origin : { ...origin, sequence };
}

/** A tool of an MCP server may be called `edit` too; what it edits is not the repository. */
function isPatchTool(log: LogEntry, name: string): boolean {
  return isEditTool(name) && textOf(log.attributes["mcp_server"]) === null;
}

/** The patch is the argument itself, or the string `input` of a JSON object. */
function patched(text: string | null): FileEdit[] {
  const files = stringsIn(parseJson(text)).flatMap(filesOfPatch);
  return files.length === 0 ? [{ path: null, added: null, removed: null }] : files;
}

/**
 * The exit code in what Codex puts before a command's output.
 *
 * A command's own output may speak of exit codes too, so only the header counts, and the one line that
 * `apply_patch` inside a shell call writes right behind it.
 */
function exitCodeIn(output: string): number | null {
  const mark = output.indexOf(OUTPUT_MARK);
  const header = mark < 0 ? output : output.slice(0, mark);
  const behind = mark < 0 ? "" : output.slice(mark + OUTPUT_MARK.length);
  const code = EXIT_CODE.exec(header)?.[1] ?? LEADING_EXIT_CODE.exec(behind)?.[1];
  return code === undefined ? null : Number(code);
}

function withoutHeader(output: string | null): string | null {
  const mark = output?.indexOf(OUTPUT_MARK) ?? -1;
  return output === null || mark < 0 ? output : output.slice(mark + OUTPUT_MARK.length);
}
