/**
 * Cline's history: a document of messages for each session, which is written anew with each of them.
 *
 * @see Session files of Cline 3.0.65, 2026-11-23; its tools are read as its documentation has them.
 */
import type { WireAttributes } from "../../vocabulary/sending/otlp-values.ts";
import { insideTag } from "../tags.ts";
import type { PlainValue } from "../../normaliser/records/record.ts";
import { countOf } from "../../normaliser/records/unwrap.ts";
import { filesIn, folderIn } from "../find-files.ts";
import type { HistoryFile, HistoryRecord, HistorySource, LeftOut, Producer } from "../record.ts";
import { listWithin, readJsonFile, textWithin, within } from "../values.ts";

const FOLDER = { below: ".cline", movedBy: "CLINE_DIR" };
const SESSIONS = /^data\/sessions\/[^/]+\/[^/]+\.messages\.json$/;
const VERSION = 1;

export const clineHistory: HistorySource = {
  agent: "cline",
  find: (home) => filesIn(folderIn(home, FOLDER), SESSIONS),
  read: readSession,
};

/** Whose messages they are. */
interface Session {
  id: string;
  interactive: boolean | undefined;
  cwd: string | undefined;
  from: Producer;
}

// eslint-disable-next-line typescript/require-await -- documents are read whole, lines of other agents one by one
async function* readSession(file: HistoryFile): AsyncGenerator<HistoryRecord | LeftOut, void> {
  const content = readJsonFile(file.path);
  const id = textWithin(content, "sessionId");
  // cut off while the agent writes it anew: the next import finds it whole
  if (content === null) return;
  const version = countOf(within(content, "version"));
  if (version !== VERSION || id === null) {
    yield {
      kind: "left_out",
      what: "file",
      reason: `version ${version ?? "?"} of Cline's messages is not known`,
    };
    return;
  }
  const about = readJsonFile(file.path.replace(/\.messages\.json$/, ".json"));
  const interactive = within(about, "interactive");
  const session = {
    id,
    interactive: typeof interactive === "boolean" ? interactive : undefined,
    cwd: textWithin(about, "cwd") ?? undefined,
    from: { service: "cline", version: textWithin(content, "origin", "version") },
  };
  const messages = listWithin(content, "messages");
  const results = new Map(messages.flatMap(resultsOf));
  for (const message of messages) yield* recordsOf(message, session, results);
}

/** Results of tools, by the ids of their calls, are in the message of the user behind them. */
interface ToolResult {
  at: number;
  failed: boolean;
  output: string;
}

function resultsOf(message: PlainValue): [string, ToolResult][] {
  const at = countOf(within(message, "ts")) ?? 0;
  return listWithin(message, "content")
    .filter((part) => textWithin(part, "type") === "tool_result")
    .map((part) => {
      const output = textWithin(part, "content") ?? JSON.stringify(within(part, "content"));
      return [
        textWithin(part, "tool_use_id") ?? "",
        { at, failed: within(part, "is_error") === true, output },
      ];
    });
}

function recordsOf(
  message: PlainValue,
  session: Session,
  results: ReadonlyMap<string, ToolResult>,
): HistoryRecord[] {
  const key = textWithin(message, "id");
  const at = countOf(within(message, "ts"));
  if (key === null || at === null) return [];
  const place = { key, at };
  return textWithin(message, "role") === "user"
    ? promptOf(message, session, place)
    : [...callOf(message, session, place), ...toolsOf(message, { session, place, results })];
}

interface RecordPlace {
  key: string;
  at: number;
}

function promptOf(message: PlainValue, session: Session, place: RecordPlace): HistoryRecord[] {
  const texts = listWithin(message, "content").flatMap((part) => textWithin(part, "text") ?? []);
  const prompt = insideTag(texts.join("\n"), "user_input");
  if (prompt === null || prompt === "") return [];
  const { interactive, cwd } = session;
  const attributes = { prompt, prompt_length: prompt.length, interactive, cwd };
  return [
    { ...recordIn(session, place, { name: "scoring.prompt", attributes }), counts: { what: "prompt" } },
  ];
}

function callOf(message: PlainValue, session: Session, place: RecordPlace): HistoryRecord[] {
  const count = (name: string) => countOf(within(message, "metrics", name)) ?? undefined;
  const [input, output] = [count("inputTokens"), count("outputTokens")];
  if (input === undefined || output === undefined) return [];
  const [cacheRead = 0, cacheWrite = 0] = [count("cacheReadTokens"), count("cacheWriteTokens")];
  const attributes = {
    model: textWithin(message, "modelInfo", "id") ?? undefined,
    input_tokens: Math.max(0, input - cacheRead - cacheWrite),
    output_tokens: output,
    cache_read_tokens: cacheRead,
    cache_creation_tokens: cacheWrite,
  };
  const counts = { what: "call", tokens: input + output } as const;
  return [{ ...recordIn(session, place, { name: "scoring.model_call", attributes }), counts }];
}

/** A tool whose result has not come yet is left for the next import. */
function toolsOf(
  message: PlainValue,
  {
    session,
    place,
    results,
  }: { session: Session; place: RecordPlace; results: ReadonlyMap<string, ToolResult> },
): HistoryRecord[] {
  return listWithin(message, "content").flatMap((part) => {
    const id = textWithin(part, "id") ?? "";
    const result = textWithin(part, "type") === "tool_use" ? results.get(id) : undefined;
    if (result === undefined) return [];
    const attributes = {
      call_id: id,
      tool_name: textWithin(part, "name") ?? "",
      arguments: JSON.stringify(within(part, "input")),
      success: !result.failed,
      duration_ms: Math.max(0, result.at - place.at),
      output: result.output.slice(-LONGEST_OUTPUT),
    };
    return [
      recordIn(session, { key: `tool ${id}`, at: result.at }, { name: "scoring.tool_call", attributes }),
    ];
  });
}

/** The end of an output says how a command went. */
const LONGEST_OUTPUT = 4096;

function recordIn(
  { id: session, from }: Session,
  { key, at }: RecordPlace,
  { name, attributes }: { name: string; attributes: WireAttributes },
): HistoryRecord {
  const known = { ...attributes, "session.id": session };
  return { kind: "record", key, session, at, name, attributes: known, from };
}
