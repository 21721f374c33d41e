/**
 * GitHub Copilot CLI and its runtime: only spans; metrics have no session.
 *
 * @see docs/dialects.md.
 */
import type { Dialect } from "../../sightings/sighting.ts";
import type { SpanEntry } from "../../records/record.ts";
import { numberOf } from "../../records/unwrap.ts";
import { withoutBlocks } from "../wrapping.ts";
import { dialectWith, processExitCode, timeToFirstChunk } from "../gen-ai/dialect.ts";

/** 10^9 nano credits are one AI credit, which is 0.01 USD. */
const NANO_CREDITS_PER_MICRO_USD = 100_000;

/**
 * What it puts before and after each prompt that it sends to a model.
 *
 * @see Captured Copilot CLI 1.0.102 (2026-11-23) for the time; `transformedContent` next to `content` in the
 *   session files of other versions for the rest.
 */
const ADDED = ["current_datetime", "reminder", "system_reminder", "system_notification"] as const;

export const copilotDialect: Dialect = dialectWith({
  sessionKeys: ["gen_ai.conversation.id"],
  sessionInResource: false,
  // `github.copilot.cost` next to it is a multiplier of premium requests, no money.
  costOf: (span) => microUsdOfCredits(span, "github.copilot.nano_aiu"),
  firstTokenOf: timeToFirstChunk,
  exitCodeOf: processExitCode,
  wordsOf: (text) => withoutBlocks(text, ADDED),
});

/** AI credits of a span in money; an explicit 0 is a price, absence is none. */
export function microUsdOfCredits(span: SpanEntry, key: string): number | null {
  const credits = numberOf(span.attributes[key]);
  return credits === null ? null : Math.round(credits / NANO_CREDITS_PER_MICRO_USD);
}
