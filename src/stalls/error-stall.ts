/** Finds where work stood still after a language model had failed for good. */
import type { ModelCall } from "../normaliser/event.ts";
import type { Turn } from "../turns/turn.ts";
import { MINUTE, type Milliseconds } from "../vocabulary/units.ts";

/** Time that was lost. */
export interface ErrorStall {
  start: Milliseconds;
  end: Milliseconds;
}

/** From a terminal error to the next call that worked. */
export interface ErrorWait {
  failedAt: Milliseconds;
  recoveredAt: Milliseconds;
}

const SHORTEST_PAUSE: Milliseconds = 2 * MINUTE;
const LONGEST_STALL: Milliseconds = 30 * MINUTE;

/**
 * Finds the waits of one session.
 *
 * Takes: its turns in order. An error is terminal when its turn ends with it.
 */
export function findErrorWaits(turns: readonly Turn[]): ErrorWait[] {
  const calls = turns.map((turn) => turn.events.filter((event) => event.kind === "model_call"));
  const successes = calls.flat().filter((call) => call.result === "succeeded");
  return calls.flatMap((ofTurn) => {
    const failedAt = terminalErrorAt(ofTurn);
    const recovery = failedAt === null ? undefined : successes.find((call) => call.at > failedAt);
    if (failedAt === null || recovery === undefined) return [];
    return [{ failedAt, recoveredAt: recovery.startedAt }];
  });
}

/**
 * The part of a wait that was lost.
 *
 * Takes: the developer's usual longest pause (the 90th percentile of their gaps), null when too little is known.
 * Gives: the part beyond the usual pause (at least two minutes), at most 30 minutes; null when there is none.
 * Source: docs/scoring.md, "error_stall".
 */
export function stallOf(wait: ErrorWait, usualPause: Milliseconds | null): ErrorStall | null {
  const start = wait.failedAt + Math.max(SHORTEST_PAUSE, usualPause ?? 0);
  const end = Math.min(wait.recoveredAt, start + LONGEST_STALL);
  return end > start ? { start, end } : null;
}

/** Gives: when the turn's last call failed; null when it did not. */
function terminalErrorAt(calls: readonly ModelCall[]): Milliseconds | null {
  const last = calls.at(-1);
  return last?.result === "failed" ? last.at : null;
}

/** The 90th percentile, nearest rank; null for fewer than five gaps, which tell nothing about a habit. */
export function usualLongestPause(gaps: readonly Milliseconds[]): Milliseconds | null {
  if (gaps.length < 5) return null;
  const sorted = gaps.toSorted((left, right) => left - right);
  return sorted[Math.ceil(0.9 * sorted.length) - 1] ?? null;
}
