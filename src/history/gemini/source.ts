/**
 * Gemini CLI's history: a file for each session, and a list of what was typed in the project.
 *
 * @see Session files of Gemini CLI 0.61.0, 2026-11-21, of JSON lines: they name no duration, no decision and no approval
 * mode. Those of older versions are one JSON document with the same messages, by the source of 0.20.0 (`writeConversation`
 * in `chatRecordingService.ts`).
 */
import { dirname, join } from "node:path";
import type { PlainValue } from "../../normaliser/records/record.ts";
import { filesIn, folderIn } from "../find-files.ts";
import { readJsonLines } from "../json-lines.ts";
import type { HistoryFile, HistoryRecord, HistorySource, LeftOut } from "../record.ts";
import { readTypedLines } from "../typed-lines.ts";
import { listWithin, readJsonFile, textWithin } from "../values.ts";
import { Chat } from "./chat.ts";

/** The variable names another home directory. */
const HOME = { below: "", movedBy: "GEMINI_CLI_HOME" };
const CHATS = /^[^/]+\/chats\/session-[^/]+\.jsonl?$/;
const LINES = /\.jsonl$/;

export const geminiHistory: HistorySource = {
  agent: "gemini",
  find: (home) => filesIn(join(folderIn(home, HOME), ".gemini", "tmp"), CHATS),
  read: (file) => (LINES.test(file.path) ? readLines(file) : readDocument(file)),
};

const leftOut = (reason: string): LeftOut => ({ kind: "left_out", what: "file", reason });

async function* readLines(file: HistoryFile): AsyncGenerator<HistoryRecord | LeftOut, void> {
  let chat: Chat | null = null;
  for await (const found of readJsonLines(file.path)) {
    if (found.kind === "left_out") {
      yield found;
      continue;
    }
    if (chat !== null) {
      yield* chat.read(found.value);
      continue;
    }
    chat = beginChat(file, found.value);
    if (chat === null) {
      yield leftOut("it does not begin as a session of Gemini CLI");
      return;
    }
  }
  yield* chat?.end() ?? [];
}

/** The agent writes the whole document again for each message. */
async function* readDocument(file: HistoryFile): AsyncGenerator<HistoryRecord | LeftOut, void> {
  const document = readJsonFile(file.path);
  const chat = beginChat(file, document);
  if (chat === null) {
    yield leftOut(
      document === null ? "it is cut off, or too long" : "it does not look like a session of Gemini CLI",
    );
    return;
  }
  for (const message of listWithin(document, "messages")) yield* chat.read(message);
  yield* chat.end();
}

/** @param head - Names the session; null is returned where it does not. */
function beginChat(file: HistoryFile, head: PlainValue): Chat | null {
  const session = textWithin(head, "sessionId");
  if (session === null || textWithin(head, "projectHash") === null) return null;
  const typed = readTypedLines(join(dirname(dirname(file.path)), "logs.json"), session);
  return new Chat(session, { isMain: (textWithin(head, "kind") ?? "main") === "main", typed });
}
