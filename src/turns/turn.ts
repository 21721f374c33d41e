/** One human prompt and everything until the next one in its session. */
import { perObject } from "../vocabulary/sharing/per-object.ts";
import type { Event, ModelCall, Prompt, TokenUsage } from "../normaliser/event.ts";
import type { Instant, Milliseconds } from "../vocabulary/units.ts";
import type { ToolReading } from "./work.ts";

/** From one prompt to the end of the work that follows it; of no length when nothing followed. */
export interface BusySpan {
  promptEventId: string;
  startedAt: Instant;
  endedAt: Instant;
  interactive: boolean;
}

/** The totals of a turn's events. */
export interface TurnTotals {
  /** Successful calls. */
  calls: number;
  /** Failed attempts. */
  failedCalls: number;
  /** Calls of which only the beginning is known. */
  unknownCalls: number;
  tools: number;
  failedTools: number;
  /** Sums over successful calls; null where no call has the number. */
  tokens: TokenUsage;
  /** 0 without an edit that worked; null only where edits report no lines. */
  linesAdded: number | null;
  linesRemoved: number | null;
  /** The calls' durations added up, helpers' left out. */
  modelMs: Milliseconds;
  toolMs: Milliseconds;
}

/**
 * One prompt, the trivial prompts after it, and what the agent did for them.
 *
 * Turns count from 1. Turn 0 is work before the session's first prompt: it has no prompt and counts only in
 * tokens and tools.
 */
export interface Turn extends TurnTotals {
  index: number;
  /** null in turn 0. */
  prompt: Prompt | null;
  trivialPrompts: Prompt[];
  /** Length of the prompt in code points; null when unknown, and in turn 0. */
  promptChars: number | null;
  /** The prompt's text; null when withheld or lost, and in turn 0. */
  text: string | null;
  /** null is neither trivial nor non-trivial: turn 0, and a prompt whose text was lost. */
  trivial: boolean | null;
  /** Whether a person wrote it. */
  interactive: boolean;
  /** Whether the prompt came so soon after the work before it that only a program can have sent it. */
  sentByProgram: boolean;
  /** The process that served the prompt; null where none is named. */
  processKey: string | null;
  startedAt: Instant;
  /** End of its last work; its start when it has none. */
  endedAt: Instant;
  /** Its busy times added up. */
  durationMs: Milliseconds;
  busy: BusySpan[];
  /** When the last work before the prompt was over; null when there was none. */
  workBeforeEndedAt: Instant | null;
  /** Whether the prompt was sent while work for an earlier one still ran. */
  sentDuringWork: boolean;
  /** Its events by time, the prompts among them, helpers' calls left out. */
  events: Event[];
  /** The agent's calls for itself; they count only as spend. */
  helperCalls: ModelCall[];
  /** What its tool calls did, in order. */
  toolReadings: ToolReading[];
}

/** Whether the prompt asks for something: neither trivial nor lost nor missing. */
export function isNonTrivial(turn: Turn): boolean {
  return turn.trivial === false;
}

/** Whether it had a commit or a pull request. */
export const hasLanded = perObject(
  ({ events, toolReadings }: Turn): boolean =>
    events.some((event) => event.kind === "landed" && event.count > 0) ||
    toolReadings.some(({ commit, pullRequest }) => commit || pullRequest),
);
