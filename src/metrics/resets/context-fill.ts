/** How full a session's context is after each foreground call, and when it fell. */
import type { Event, ModelCall } from "../../normaliser/event.ts";
import { sum } from "../../turns/totals.ts";
import type { Ratio, Tokens } from "../../vocabulary/units.ts";

/** The context window that is listed with a model's prices; null when it is not known. */
export type ContextWindowOf = (model: string) => Tokens | null;

/** The context as of the last foreground call. */
export interface ContextFill {
  /** The window that the agent reports; null while it reports none. */
  reportedWindow: Tokens | null;
  /** Tokens that the last call read; null before the first. */
  tokens: Tokens | null;
  /** The same as a share of the window; null where the window is unknown. */
  share: Ratio | null;
}

/** A session's context before its first call. A context window that is reported later applies from the start. */
export function contextBefore(events: Iterable<Event>): ContextFill {
  for (const event of events) {
    if (event.kind === "context_window") return { reportedWindow: event.tokens, tokens: null, share: null };
  }
  return { reportedWindow: null, tokens: null, share: null };
}

/**
 * Returns the context after a foreground call.
 *
 * @returns null when the call does not carry the main conversation, failed, or has no tokens.
 * @see docs/scoring.md, "CRR": fill.
 */
export function fillAfter(
  call: ModelCall,
  before: ContextFill,
  contextWindowOf: ContextWindowOf,
): ContextFill | null {
  const tokens = call.foreground && call.result === "succeeded" ? contextOf(call) : null;
  if (tokens === null) return null;
  const { reportedWindow } = before;
  const window = reportedWindow ?? (call.model === null ? null : contextWindowOf(call.model));
  return { reportedWindow, tokens, share: window === null ? null : tokens / window };
}

function contextOf({ tokens }: ModelCall): Tokens | null {
  return sum([tokens.input, tokens.cacheRead, tokens.cacheCreation]);
}

/** Whether the context fell by half or more from one call to the next. */
export function hasFallen(before: ContextFill, after: ContextFill): boolean {
  return before.tokens !== null && after.tokens !== null && after.tokens <= before.tokens / 2;
}
