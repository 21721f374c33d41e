/**
 * Qwen Code's history: a file of JSON lines for each session, in which `ui_telemetry` lines are its log events.
 *
 * @see Session files of Qwen Code 0.24.4, 2026-11-21: calls for its own suggestions are not in them, `/clear` is only in
 * `logs.json`.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WireAttributes } from "../../vocabulary/sending/otlp-values.ts";
import type { PlainValue } from "../../normaliser/records/record.ts";
import { countOf } from "../../normaliser/records/unwrap.ts";
import { filesIn, folderIn } from "../find-files.ts";
import { readJsonLines } from "../json-lines.ts";
import type { Counted, HistoryFile, HistoryRecord, HistorySource, LeftOut, Producer } from "../record.ts";
import { readTypedLines } from "../typed-lines.ts";
import { listWithin, textWithin, timeOf, within } from "../values.ts";

const FOLDER = { below: ".qwen", movedBy: "QWEN_HOME" };
const SESSIONS = /^projects\/[^/]+\/chats\/[0-9a-f-]{36}\.jsonl$/;
/** The versions whose lines look as they are read here. */
const KNOWN = /^0\./;

export const qwenHistory: HistorySource = {
  agent: "qwen",
  find: (home) => filesIn(folderIn(home, FOLDER), SESSIONS),
  read: readSession,
};

async function* readSession(file: HistoryFile): AsyncGenerator<HistoryRecord | LeftOut, void> {
  let last: Line | null = null;
  for await (const found of readJsonLines(file.path)) {
    if (found.kind === "left_out") {
      yield found;
      continue;
    }
    const line = lineOf(found.value);
    if (line === null) continue;
    if (!KNOWN.test(line.from.version ?? "")) {
      yield {
        kind: "left_out",
        what: "file",
        reason: `version ${line.from.version} of Qwen Code is not known`,
      };
      return;
    }
    last = line;
    yield* recordsOf(line);
  }
  if (last !== null) yield* clearOf(file, last);
}

/** What every line says. */
interface Line {
  id: string;
  session: string;
  at: number;
  cwd: string | null;
  from: Producer;
  value: PlainValue;
}

function lineOf(value: PlainValue): Line | null {
  const id = textWithin(value, "uuid");
  const session = textWithin(value, "sessionId");
  const at = timeOf(textWithin(value, "timestamp"));
  if (id === null || session === null || at === null) return null;
  const from = { service: "qwen-code", version: textWithin(value, "version") };
  return { id, session, at, cwd: textWithin(value, "cwd"), from, value };
}

function recordsOf(line: Line): HistoryRecord[] {
  const { value } = line;
  if (textWithin(value, "type") === "user") return promptOf(line);
  switch (textWithin(value, "subtype")) {
    case "ui_telemetry":
      return eventOf(line);
    case "slash_command":
      return commandOf(line);
    case "chat_compression":
      return [recordOf(line, "qwen-code.chat_compression", {})];
    default:
      return [];
  }
}

/** What a person typed; the agent also writes in the person's name. */
function promptOf(line: Line): HistoryRecord[] {
  const provenance = textWithin(line.value, "provenance") ?? "real_user";
  const parts = listWithin(line.value, "message", "parts").flatMap((part) => textWithin(part, "text") ?? []);
  const prompt = parts.join("\n");
  if (provenance !== "real_user" || prompt === "") return [];
  const attributes = { prompt, prompt_length: prompt.length, cwd: line.cwd ?? undefined };
  return [{ ...recordOf(line, "qwen-code.user_prompt", attributes), counts: { what: "prompt" } }];
}

function eventOf(line: Line): HistoryRecord[] {
  const event = within(line.value, "systemPayload", "uiEvent");
  const name = textWithin(event, "event.name");
  if (name === null || event === null || typeof event !== "object" || Array.isArray(event)) return [];
  const attributes = Object.fromEntries(Object.entries(event).map(([key, value]) => [key, wired(value)]));
  const at = timeOf(textWithin(event, "event.timestamp")) ?? line.at;
  const record = { ...recordOf(line, name, attributes), at };
  return [name === "qwen-code.api_response" ? { ...record, counts: callIn(event) } : record];
}

function callIn(event: PlainValue): Counted {
  const input = countOf(within(event, "input_token_count")) ?? 0;
  return { what: "call", tokens: input + (countOf(within(event, "output_token_count")) ?? 0) };
}

/** Log events hold arguments and figures as JSON text. */
function wired(value: PlainValue): WireAttributes[string] {
  if (value === null) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : value;
}

/** A command has a line when it begins and one when it ends. */
function commandOf(line: Line): HistoryRecord[] {
  const command = textWithin(line.value, "systemPayload", "rawCommand")?.replace(/^\//, "").split(/\s/, 1)[0];
  const begins = textWithin(line.value, "systemPayload", "phase") === "invocation";
  return begins && command !== undefined ? [recordOf(line, "qwen-code.slash_command", { command })] : [];
}

function recordOf(line: Line, name: string, attributes: WireAttributes): HistoryRecord {
  const { id: key, session, at, from } = line;
  return {
    kind: "record",
    key,
    session,
    at,
    name,
    attributes: { ...attributes, "session.id": session },
    from,
  };
}

const CLEARING = new Set(["/clear", "/new", "/reset"]);

/** `/clear` ends the session's file without a word; the list of what was typed has it. */
function clearOf(file: HistoryFile, last: Line): HistoryRecord[] {
  const agentFolder = dirname(dirname(dirname(dirname(file.path))));
  const lists = typedFiles(join(agentFolder, "tmp"), last.cwd ?? "");
  const typed = lists.flatMap((path) => readTypedLines(path, last.session));
  return typed
    .filter(({ text }) => CLEARING.has(text))
    .map(({ id, at, text }) =>
      recordOf({ ...last, id, at }, "qwen-code.slash_command", { command: text.slice(1) }),
    );
}

/** The list of the session's directory; all lists where the directory has none, because it was moved. */
function typedFiles(folder: string, directory: string): string[] {
  const project = createHash("sha256").update(directory).digest("hex");
  const ofDirectory = join(folder, project, "logs.json");
  return existsSync(ofDirectory)
    ? [ofDirectory]
    : filesIn(folder, /^[0-9a-f]{64}\/logs\.json$/).map(({ path }) => path);
}
