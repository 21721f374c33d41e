/** Finds where work stopped after a model had failed for good. */
import type { ModelCall } from "../normaliser/event.ts";
import type { Turn } from "../turns/turn.ts";
import { type Instant, type Milliseconds, MINUTE } from "../vocabulary/units.ts";

/** Time that was lost. */
export interface ErrorStall {
  start: Instant;
  end: Instant;
}

/** From a terminal error to the next call that worked. */
export interface ErrorWait {
  failedAt: Instant;
  recoveredAt: Instant;
}

/** The same, with what the error shows. */
export interface DetailedWait extends ErrorWait {
  /** HTTP status, null when not known. */
  status: number | null;
  model: string | null;
  /** 1 where a limit of spending was the reason, which is no throttling. */
  spendLimit: 0 | 1;
}

const SHORTEST_PAUSE: Milliseconds = 2 * MINUTE;
const LONGEST_STALL: Milliseconds = 30 * MINUTE;

/** A limit of one's own, and two words for overload. */
const THROTTLING: readonly number[] = [429, 503, 529];

/**
 * Whether a call that failed with this status was held up by a limit or by overload.
 *
 * @param status - null where no status is known, as when nothing could be reached; whether it was a limit
 *   nobody can say then.
 * @see docs/scoring.md, "Throttle".
 */
export function isThrottling(status: number | null): boolean {
  return status === null || THROTTLING.includes(status);
}

/** The request took too long, or another one was in its way. */
const WORKS_ALONE: readonly number[] = [408, 409];

/**
 * Whether the same request may work later.
 *
 * @returns false for what was asked wrongly, is not allowed or is not paid for (400, 401, 402 and their
 *   like).
 */
export function mayWorkLater(status: number | null): boolean {
  return isThrottling(status) || WORKS_ALONE.includes(status ?? 0) || (status ?? 0) >= 500;
}

/**
 * Finds the waits of one session.
 *
 * @param turns - Its turns in order. An error is terminal when its turn ends with it.
 * @returns Those that telemetry saw begin and end; agents' files do not say where a model held up the work.
 */
export function findErrorWaits(turns: readonly Turn[]): DetailedWait[] {
  const calls = turns.map((turn) => turn.events.filter((event) => event.kind === "model_call"));
  const successes = calls.flat().filter((call) => call.result === "succeeded");
  return calls.flatMap((ofTurn) => {
    const failed = terminalError(ofTurn);
    const recovery = failed === null ? undefined : successes.find((call) => call.at > failed.at);
    if (failed === null || recovery === undefined || [failed, recovery].some(isFromFile)) return [];
    const { at: failedAt, status, model } = failed;
    const spendLimit = failed.spendLimit === true ? 1 : 0;
    return [{ failedAt, recoveredAt: recovery.startedAt, status, model, spendLimit }];
  });
}

function isFromFile({ fromHistory }: ModelCall): boolean {
  return fromHistory !== undefined;
}

/**
 * The part of a wait that was lost.
 *
 * @returns The part beyond the usual pause (at least two minutes), at most 30 minutes; null when there is
 *   none.
 * @see docs/scoring.md, "error_stall".
 * @remarks Takes the developer's usual longest pause (the 90th percentile of their gaps), null when too
 *   little is known.
 */
export function stallOf(wait: ErrorWait, usualPause: Milliseconds | null): ErrorStall | null {
  const start = wait.failedAt + Math.max(SHORTEST_PAUSE, usualPause ?? 0);
  const end = Math.min(wait.recoveredAt, start + LONGEST_STALL);
  return end > start ? { start, end } : null;
}

/** Whether some of a wait may have been lost, whatever pauses are usual. */
export function mayBeStall({ failedAt, recoveredAt }: ErrorWait): boolean {
  return recoveredAt > failedAt + SHORTEST_PAUSE;
}

/** Returns the turn's last call when it failed. */
function terminalError(calls: readonly ModelCall[]): ModelCall | null {
  const last = calls.at(-1);
  return last?.result === "failed" ? last : null;
}

/** The 90th percentile, nearest rank; null for fewer than five gaps, which say nothing about a habit. */
export function usualLongestPause(gaps: readonly Milliseconds[]): Milliseconds | null {
  if (gaps.length < 5) return null;
  const sorted = gaps.toSorted((left, right) => left - right);
  return sorted[Math.ceil(0.9 * sorted.length) - 1] ?? null;
}
