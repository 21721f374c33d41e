/** The agents whose history can be read. A new one is a folder next to this file, and a line in this list. */
import { claudeCodeHistory } from "./claude-code/source.ts";
import { clineHistory } from "./cline/source.ts";
import { codexHistory } from "./codex/source.ts";
import { copilotHistory } from "./copilot/source.ts";
import { geminiHistory } from "./gemini/source.ts";
import { opencodeHistory } from "./opencode/source.ts";
import { qwenHistory } from "./qwen/source.ts";
import type { HistorySource } from "./record.ts";

/** In the order in which lists show them. */
export const HISTORY_SOURCES: readonly HistorySource[] = [
  claudeCodeHistory,
  codexHistory,
  geminiHistory,
  qwenHistory,
  opencodeHistory,
  copilotHistory,
  clineHistory,
];

/** The agents by name. */
export const HISTORY_AGENTS: readonly string[] = HISTORY_SOURCES.map(({ agent }) => agent);
