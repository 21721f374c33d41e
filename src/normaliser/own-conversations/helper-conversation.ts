/** Conversations that an agent holds with itself: they are spend, and nothing else. */
import type { Event } from "../event.ts";

/** How long before or after another conversation's prompt such a conversation starts. */
export const NEARBY_MS = 2_000;

/**
 * What is left of a conversation that turns out to be the agent's own.
 *
 * @returns Its model calls, as a helper's; no prompts, so no turns and no session.
 */
export function withoutConversation(events: readonly Event[]): Event[] {
  return events
    .filter((event) => event.kind === "model_call")
    .map((call) => ({ ...call, helper: true, foreground: false }));
}

/**
 * Whether a conversation whose text is withheld is one that the agent holds with itself.
 *
 * @param events - Its settled events, and the times of the prompts of other conversations of the same sender.
 * @see docs/dialects.md, "Helpers" (2026-11).
 */
export function isHelperConversation(events: readonly Event[], otherPrompts: readonly number[]): boolean {
  const start = events.find((event) => event.kind === "session_start");
  if (start === undefined || !start.maybeHelper) return false;
  return otherPrompts.some((at) => Math.abs(start.at - at) <= NEARBY_MS);
}
