/** How full the context of each call of a session was. */
import { contextBefore, type ContextWindowOf, fillAfter } from "../../metrics/resets/context-fill.ts";
import type { ModelCall } from "../../normaliser/event.ts";
import type { Turn } from "../../turns/turn.ts";
import type { Ratio } from "../../vocabulary/units.ts";

/**
 * Returns the share of its context window that each call of the main conversation read.
 *
 * @param turns - A session's turns in their order.
 * @returns No entry where the window or the tokens are not known.
 */
export function contextShares(
  turns: readonly Turn[],
  contextWindowOf: ContextWindowOf,
): ReadonlyMap<ModelCall, Ratio> {
  const events = turns.flatMap((turn) => turn.events);
  const shares = new Map<ModelCall, Ratio>();
  let fill = contextBefore(events);
  for (const event of events) {
    if (event.kind === "context_window") fill = { ...fill, reportedWindow: event.tokens };
    if (event.kind !== "model_call") continue;
    const after = fillAfter(event, fill, contextWindowOf);
    if (after === null) continue;
    fill = after;
    if (after.share !== null) shares.set(event, after.share);
  }
  return shares;
}
