/**
 * Gemini CLI's history: a file of JSON lines for each session, and a list of what was typed in the project.
 *
 * @see Session files of Gemini CLI 0.61.0, 2026-11-21: they name no duration, no decision and no approval mode.
 */
import { dirname, join } from "node:path";
import { filesIn, folderIn } from "../find-files.ts";
import { readJsonLines } from "../json-lines.ts";
import type { HistoryFile, HistoryRecord, HistorySource, LeftOut } from "../record.ts";
import { readTypedLines } from "../typed-lines.ts";
import { textWithin } from "../values.ts";
import { Chat } from "./chat.ts";

/** The variable names another home directory. */
const HOME = { below: "", movedBy: "GEMINI_CLI_HOME" };
const CHATS = /^[^/]+\/chats\/session-[^/]+\.jsonl?$/;
const LINES = /\.jsonl$/;

export const geminiHistory: HistorySource = {
  agent: "gemini",
  find: (home) => filesIn(join(folderIn(home, HOME), ".gemini", "tmp"), CHATS),
  read: readChat,
};

async function* readChat(file: HistoryFile): AsyncGenerator<HistoryRecord | LeftOut, void> {
  if (!LINES.test(file.path)) {
    yield {
      kind: "left_out",
      what: "file",
      reason: "the form of this file, of older versions of Gemini CLI, is not known",
    };
    return;
  }
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
    const session = textWithin(found.value, "sessionId");
    if (session === null || textWithin(found.value, "projectHash") === null) {
      yield { kind: "left_out", what: "file", reason: "it does not begin as a session of Gemini CLI" };
      return;
    }
    const typed = readTypedLines(join(dirname(dirname(file.path)), "logs.json"), session);
    chat = new Chat(session, { isMain: (textWithin(found.value, "kind") ?? "main") === "main", typed });
  }
  yield* chat?.end() ?? [];
}
