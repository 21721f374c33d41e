/** OpenHands' tool calls: spans with what was asked of the tool and what it saw. */
import type { FileEdit, ToolCall } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { PlainValue, SpanEntry } from "../../records/record.ts";
import { countOf, textOf } from "../../records/unwrap.ts";
import { filesOfPatch } from "../codex/patch.ts";
import { linesGiven } from "../edited-lines.ts";
import { answeredTexts } from "../messages.ts";
import { commandIn, lastLines, member, parseJson, pathIn, stringsIn } from "../tool-arguments.ts";

const ERROR = 2;
const TOOL_CALL = "lmnr.association.properties.metadata.tool_call_id";
const EDITS: ReadonlySet<PlainValue> = new Set(["create", "str_replace", "insert", "undo_edit"]);

/** Reads the span of one call, which is named after its action. */
export function readTool(span: SpanEntry, session: string): ToolCall {
  const { attributes } = span;
  const origin = originOf(span, { session });
  const given = member(attributes["lmnr.span.input"], "action");
  const seen = parseJson(attributes["lmnr.span.output"]);
  const shell = span.name === "TerminalAction";
  const patch = span.name === "ApplyPatchAction";
  const edits = patch || (span.name === "FileEditorAction" && EDITS.has(member(given, "command")));
  const exitCode = shell ? countOf(member(seen, "exit_code")) : null;
  return {
    ...origin,
    kind: "tool_call",
    callId: textOf(attributes[TOOL_CALL]) ?? origin.id,
    name: toolOf(span.name),
    ok: exitCode !== null || (span.status !== ERROR && member(seen, "is_error") !== true),
    rejected: false,
    exitCode,
    durationMs: span.at - span.startedAt,
    command: shell ? commandIn(given) : null,
    edits,
    files: edits ? filesOf(given) : [],
    arguments: stringsIn(given),
    outputTail: shell ? lastLines(answeredTexts([seen])) : null,
    commits: 0,
    pullRequests: 0,
  };
}

function filesOf(given: PlainValue): FileEdit[] {
  const patched = stringsIn(given).flatMap(filesOfPatch);
  return patched.length > 0 ? patched : [{ path: pathIn(given), ...linesGiven(given) }];
}

/** `FileEditorAction` is of the tool `file_editor`. */
function toolOf(action: string): string {
  const words = action.replace(/Action$/, "").replace(/(?<=[a-z])(?=[A-Z])/g, "_");
  return words.toLowerCase();
}
