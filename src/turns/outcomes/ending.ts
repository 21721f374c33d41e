/** How a run of turns ended, as far as interrupts, rejections and errors show. */
import type { Event, ModelCall } from "../../normaliser/event.ts";
import type { Turn } from "../turn.ts";
import { isInterrupt } from "../work.ts";

/** The last event that shows how the work stopped. */
export type Ending = "interrupt" | "rejected_edit" | "final_error" | "other";

/**
 * Returns how the last event of some turns ended them.
 *
 * @param turns - Consecutive turns. A trivial prompt ends nothing, so it is skipped.
 * @returns `final_error` for a model error that is not retryable, or the third in a row, or followed by the
 *   session's end; an error whose retryability the agent does not say is never final.
 * @see docs/scoring.md, "Outcome".
 */
export function endingOf(turns: readonly Turn[]): Ending {
  let sessionEnded = false;
  for (const { event, turn } of backwards(turns)) {
    if (event.kind === "session_end") sessionEnded = true;
    if (!isTelling(event) || isTrivialPromptOf(turn, event)) continue;
    if (isInterrupt(event)) return "interrupt";
    if (isRejectedEdit(event)) return "rejected_edit";
    const error = event.kind === "model_call" && event.result === "failed";
    return error && isFinal(event, { sessionEnded, turns }) ? "final_error" : "other";
  }
  return "other";
}

/** Whether a person refused an edit here. */
export function isRejectedEdit(event: Event): boolean {
  return event.kind === "decision" && event.verdict === "reject" && event.edits && event.by === "person";
}

function* backwards(turns: readonly Turn[]): Generator<{ event: Event; turn: Turn }> {
  for (const turn of turns.toReversed()) {
    for (const event of turn.events.toReversed()) yield { event, turn };
  }
}

/** A rejected call comes with its decision, which says who refused. */
function isTelling(event: Event): boolean {
  switch (event.kind) {
    case "prompt":
    case "model_call":
    case "decision":
    case "interrupt":
      return true;
    case "tool_call":
      return !event.rejected;
    default:
      return false;
  }
}

function isTrivialPromptOf(turn: Turn, event: Event): boolean {
  return event.kind === "prompt" && (turn.trivial === true || turn.prompt?.id !== event.id);
}

/** This many failed calls in a row are final. */
const FINAL_IN_A_ROW = 3;

function isFinal(
  error: ModelCall,
  { sessionEnded, turns }: { sessionEnded: boolean; turns: readonly Turn[] },
): boolean {
  if (error.retryable === null) return false;
  return !error.retryable || sessionEnded || failuresAtTheEnd(turns) >= FINAL_IN_A_ROW;
}

function failuresAtTheEnd(turns: readonly Turn[]): number {
  let failures = 0;
  for (const { event } of backwards(turns)) {
    if (event.kind !== "model_call") continue;
    if (event.result !== "failed") break;
    failures += 1;
  }
  return failures;
}
