/**
 * Codex's history: a rollout of JSON lines for each thread, read into the log events of its telemetry.
 *
 * @see Rollouts of Codex 0.169.0, 2026-11-21: they name no attempt that failed and no approval.
 */
import { filesIn, folderIn } from "../find-files.ts";
import { type JsonLine, readBehindHead } from "../json-lines.ts";
import type { HistorySource, LeftOut } from "../record.ts";
import { textWithin } from "../values.ts";
import { OLDER } from "./older-lines.ts";
import { Rollout } from "./rollout.ts";

const FOLDER = { below: ".codex", movedBy: "CODEX_HOME" };
const ROLLOUTS = /^(?:sessions\/\d{4}\/\d\d\/\d\d|archived_sessions)\/rollout-[^/]+\.jsonl$/;
/** The versions whose lines look as they were captured; older ones say less of a turn. */
const KNOWN = /^0\.1[6-9]\d\./;

export const codexHistory: HistorySource = {
  agent: "codex",
  find: (home) => filesIn(folderIn(home, FOLDER), ROLLOUTS),
  read: ({ path }) => readBehindHead(path, beginRollout),
};

function beginRollout(line: JsonLine): Rollout | LeftOut | null {
  if (textWithin(line.value, "type") !== "session_meta") return null;
  const version = textWithin(line.value, "payload", "cli_version") ?? "?";
  if (KNOWN.test(version)) return Rollout.begin(line);
  if (!OLDER.test(version)) return leftOut(`version ${version} of Codex is not known`);
  // nothing shows which of its lines are copies
  if (textWithin(line.value, "payload", "forked_from_id") !== null)
    return leftOut(`version ${version} of Codex does not say which lines were another thread's`);
  return Rollout.begin(line, { isOlder: true });
}

const leftOut = (reason: string): LeftOut => ({ kind: "left_out", what: "file", reason });
