/**
 * Rollouts of Codex before 0.160, in the words of later ones.
 *
 * @see The source of these versions, `should_persist_event_msg` in codex-rs/core/src/rollout/policy.rs: no completed item
 * and no beginning of a turn is written, but `user_message` and, for each compaction, a line `compacted`.
 */
import type { PlainValue } from "../../normaliser/records/record.ts";
import { textWithin, within } from "../values.ts";

/** From the first that writes a kind and a payload for each line. */
export const OLDER = /^0\.(?:4[4-9]|[5-9]\d|1[0-5]\d)\./;

/** What the agent writes in the person's name. */
const NOT_TYPED = /^<(?:environment_context|user_instructions)>/;

/** Returns the line as later versions write it; null for one that says nothing. */
export function inLaterWords(value: PlainValue): PlainValue {
  const payload = within(value, "payload");
  const timestamp = within(value, "timestamp");
  if (textWithin(value, "type") === "compacted") return completed(timestamp, { type: "ContextCompaction" });
  if (textWithin(value, "type") !== "event_msg") return value;
  switch (textWithin(payload, "type")) {
    case "user_message": {
      const text = textWithin(payload, "message") ?? "";
      const isTyped = (textWithin(payload, "kind") ?? "plain") === "plain" && !NOT_TYPED.test(text);
      return isTyped
        ? completed(timestamp, { type: "UserMessage", content: [{ type: "text", text }] })
        : null;
    }
    // those between write prompts both ways
    case "item_completed":
      return null;
    default:
      return value;
  }
}

function completed(timestamp: PlainValue, item: PlainValue): PlainValue {
  return { timestamp, type: "event_msg", payload: { type: "item_completed", item } };
}
