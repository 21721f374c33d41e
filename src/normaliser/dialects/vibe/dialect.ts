/**
 * Mistral Vibe: spans of turns, tools and, in later versions, model calls; no text of prompts.
 *
 * @see docs/dialects.md.
 */
import type { SpanEntry } from "../../records/record.ts";
import { textOf } from "../../records/unwrap.ts";
import type { Dialect } from "../../sightings/sighting.ts";
import { dialectWith, timeToFirstChunk } from "../gen-ai/dialect.ts";

export const vibeDialect: Dialect = dialectWith({
  sessionKeys: ["gen_ai.conversation.id"],
  sessionInResource: false,
  costOf: () => null,
  firstTokenOf: timeToFirstChunk,
  exitCodeOf,
});

/** The result of its tool `bash` is lines of `name: text`, the last of which is the exit code. */
function exitCodeOf({ attributes }: SpanEntry): number | null {
  const [, code] =
    /\nreturncode: (\d{1,3})\s*$/.exec(textOf(attributes["gen_ai.tool.call.result"]) ?? "") ?? [];
  return code === undefined ? null : Number(code);
}
