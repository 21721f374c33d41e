/**
 * Claude Code's history: a file of JSON lines for each session, and for each of its sub-agents.
 *
 * Untried: written from what is generally known of these files, without one at hand.
 */
import { basename } from "node:path";
import { filesIn, folderIn } from "../find-files.ts";
import { readJsonLines } from "../json-lines.ts";
import type { HistoryFile, HistoryRecord, HistorySource, LeftOut } from "../record.ts";
import { textWithin } from "../values.ts";
import { copiedIds, noteFolders } from "./resumed.ts";
import { Transcript } from "./transcript.ts";

const FOLDER = { below: ".claude", movedBy: "CLAUDE_CONFIG_DIR" };
const SESSION = /^[0-9a-f-]{36}$/;
/** Sub-agents' files are next to the session's, or in a folder of its name. */
const FILES = /^projects\/[^/]+\/(?:[0-9a-f-]{36}\.jsonl|(?:[0-9a-f-]{36}\/subagents\/)?agent-[^/]+\.jsonl)$/;
const KNOWN = /^[12]\./;

export const claudeCodeHistory: HistorySource = {
  agent: "claude-code",
  find: (home) => noteFolders(filesIn(folderIn(home, FOLDER), FILES)),
  read: readTranscript,
};

async function* readTranscript(file: HistoryFile): AsyncGenerator<HistoryRecord | LeftOut, void> {
  const name = basename(file.path, ".jsonl");
  const transcript = new Transcript(SESSION.test(name) ? name : null, await copiedIds(file));
  for await (const found of readJsonLines(file.path)) {
    if (found.kind === "left_out") {
      yield found;
      continue;
    }
    const version = textWithin(found.value, "version");
    if (version !== null && !KNOWN.test(version)) {
      yield { kind: "left_out", what: "file", reason: `version ${version} of Claude Code is not known` };
      return;
    }
    yield* transcript.read(found.value);
  }
  yield* transcript.end();
}
