/**
 * Codex's history: a rollout of JSON lines for each thread, read into the log events of its telemetry.
 *
 * @see Rollouts of Codex 0.169.0, 2026-11-21: they name no attempt that failed and no approval.
 */
import { filesIn, folderIn } from "../find-files.ts";
import { type JsonLine, readBehindHead } from "../json-lines.ts";
import type { HistorySource, LeftOut } from "../record.ts";
import { textWithin } from "../values.ts";
import { Rollout } from "./rollout.ts";

const FOLDER = { below: ".codex", movedBy: "CODEX_HOME" };
const ROLLOUTS = /^(?:sessions\/\d{4}\/\d\d\/\d\d|archived_sessions)\/rollout-[^/]+\.jsonl$/;
/** The versions whose lines look as they are read here; those before say less of a turn's items. */
const KNOWN = /^0\.1[6-9]\d\./;

export const codexHistory: HistorySource = {
  agent: "codex",
  find: (home) => filesIn(folderIn(home, FOLDER), ROLLOUTS),
  read: ({ path }) => readBehindHead(path, beginRollout),
};

function beginRollout(line: JsonLine): Rollout | LeftOut | null {
  if (textWithin(line.value, "type") !== "session_meta") return null;
  const version = textWithin(line.value, "payload", "cli_version");
  if (version !== null && KNOWN.test(version)) return Rollout.begin(line);
  return { kind: "left_out", what: "file", reason: `version ${version ?? "?"} of Codex is not known` };
}
