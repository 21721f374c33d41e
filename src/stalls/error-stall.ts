/** Finds where work stood still after a language model had failed for good. */
import type { ModelCall } from "../normaliser/event.ts";
import type { Turn } from "../turns/turn.ts";
import { MINUTE, type Milliseconds } from "../vocabulary/units.ts";

/** Time that was lost. */
export interface ErrorStall {
  start: Milliseconds;
  end: Milliseconds;
}

const SHORTEST_PAUSE: Milliseconds = 2 * MINUTE;
const LONGEST_STALL: Milliseconds = 30 * MINUTE;

/**
 * Finds the error stalls of one session.
 *
 * Takes: its turns in order, and the developer's usual longest pause (the 90th percentile of their gaps), null when
 * too little is known. An error is terminal when its turn ends with it.
 * Gives: for each, the part of the wait that goes beyond the usual pause (at least two minutes), at most 30 minutes.
 * Source: docs/scoring.md, "error_stall".
 */
export function findErrorStalls(turns: readonly Turn[], usualPause: Milliseconds | null): ErrorStall[] {
  const pause = Math.max(SHORTEST_PAUSE, usualPause ?? 0);
  const calls = turns.map((turn) => turn.events.filter((event) => event.kind === "model_call"));
  const successes = calls.flat().filter((call) => call.result === "succeeded");
  return calls.flatMap((ofTurn) => {
    const failedAt = terminalErrorAt(ofTurn);
    const recovery = failedAt === null ? undefined : successes.find((call) => call.at > failedAt);
    if (failedAt === null || recovery === undefined) return [];
    const start = failedAt + pause;
    const end = Math.min(recovery.startedAt, start + LONGEST_STALL);
    return end > start ? [{ start, end }] : [];
  });
}

/** Gives: when the turn's last call failed; null when it did not. */
export function terminalErrorAt(calls: readonly ModelCall[]): Milliseconds | null {
  const last = calls.at(-1);
  return last?.result === "failed" ? last.at : null;
}

/** Whether any turn ended in an error, so that the developer's usual pause is worth asking for. */
export function hasTerminalError(turns: readonly Turn[]): boolean {
  return turns.some((turn) => {
    const calls = turn.events.filter((event) => event.kind === "model_call");
    return terminalErrorAt(calls) !== null;
  });
}

/** The 90th percentile, nearest rank; null for fewer than five gaps, which tell nothing about a habit. */
export function usualLongestPause(gaps: readonly Milliseconds[]): Milliseconds | null {
  if (gaps.length < 5) return null;
  const sorted = gaps.toSorted((one, other) => one - other);
  return sorted[Math.ceil(0.9 * sorted.length) - 1] ?? null;
}
