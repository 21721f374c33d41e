/**
 * goose: spans of prompts, model calls and tools. Its logs and metrics repeat them.
 *
 * @see docs/dialects.md; crates/goose/src/agents of block/goose, read 2026-11-28: `reply` in agent.rs,
 *   `stream_response_from_provider` in reply_parts.rs, `ShellOutput` of the developer extension.
 */
import type { PlainValue, SpanEntry } from "../../records/record.ts";
import { countOf, textOf } from "../../records/unwrap.ts";
import type { Dialect } from "../../sightings/sighting.ts";
import { dialectWith } from "../gen-ai/dialect.ts";
import { answeredTexts } from "../messages.ts";
import { member, parseJson } from "../tool-arguments.ts";

export const gooseDialect: Dialect = dialectWith({
  // A sub-agent has a conversation of its own in its parent's session.
  sessionKeys: ["session.id", "gen_ai.conversation.id"],
  sessionInResource: false,
  costOf: () => null,
  firstTokenOf: () => null,
  exitCodeOf: (span) => countOf(member(member(resultOf(span), "structuredContent"), "exit_code")),
  outputOf: (span) => answeredTexts([resultOf(span)]),
  // It writes no error into the span; the model that answered comes with the usage.
  isUntold: ({ attributes }) => textOf(attributes["gen_ai.response.model"]) === null,
});

/** What a tool returned: by the conventions where that is no error, by goose's own attribute in any case. */
function resultOf({ attributes }: SpanEntry): PlainValue {
  return parseJson(attributes["gen_ai.tool.call.result"]) ?? member(attributes["output"], "value");
}
