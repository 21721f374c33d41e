/**
 * Copilot Chat in VS Code: spans; its events and metrics repeat them.
 *
 * @see docs/dialects.md.
 */
import type { Dialect } from "../../sightings/sighting.ts";
import { countOf } from "../../records/unwrap.ts";
import { microUsdOfCredits } from "../copilot/dialect.ts";
import { dialectWith, processExitCode, timeToFirstChunk } from "../gen-ai/dialect.ts";
import { insideBlock } from "../wrapping.ts";

export const vscodeDialect: Dialect = dialectWith({
  // `session.id`, on records and resource alike, is the window.
  sessionKeys: ["gen_ai.conversation.id", "copilot_chat.chat_session_id"],
  sessionInResource: false,
  costOf: (span) => microUsdOfCredits(span, "copilot_chat.copilot_usage_nano_aiu"),
  firstTokenOf: (span) =>
    countOf(span.attributes["copilot_chat.time_to_first_token"]) ?? timeToFirstChunk(span),
  exitCodeOf: processExitCode,
  // Around it are the editor's context, attachments and reminders. Source: `agentPrompt.tsx` of microsoft/vscode.
  wordsOf: (text) => insideBlock(text, "userRequest"),
});
