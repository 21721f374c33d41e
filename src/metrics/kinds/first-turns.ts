/** What a session's first prompt has to do with the developer's turn before it, in whatever session that was. */
import { HOUR, type Milliseconds, MINUTE, SECOND, type Seconds } from "../../vocabulary/units.ts";
import type { KnownTurn } from "./known-turn.ts";

/** Longer than a night: what came before has nothing to do with the prompt. */
const BELONGS_TOGETHER: Milliseconds = 8 * HOUR;
const LONGEST_GAP: Seconds = (20 * MINUTE) / SECOND;

/** Whether nothing arrived at some moment between two times, because of a known hole in the telemetry. */
export type HoleBetween = (gap: { start: number; end: number }) => boolean;

/** The gap before a prompt: how long it was, and whether it is a pause. */
export interface Gap {
  /** null where there is none, and for a pause. */
  seconds: Seconds | null;
  /** The length of a pause; null where the gap is none. */
  pauseSeconds: Seconds | null;
}

/**
 * Returns the gap before a turn's prompt.
 *
 * @param before - The developer's turn before it.
 * @see docs/scoring.md, "Gap".
 */
export function gapOf(turn: KnownTurn, before: KnownTurn | undefined, holeBetween: HoleBetween): Gap {
  const seconds = turn.sessionFirst ? gapOfFirst(turn, before, holeBetween) : turn.ownGap;
  if (seconds === null || seconds <= LONGEST_GAP) return { seconds, pauseSeconds: null };
  return { seconds: null, pauseSeconds: seconds };
}

function gapOfFirst(
  turn: KnownTurn,
  before: KnownTurn | undefined,
  holeBetween: HoleBetween,
): Seconds | null {
  if (!turn.nonTrivial || !follows(turn, before)) return null;
  if (turn.holeUntil !== null && turn.holeUntil > before.endedAt) return null;
  const gap = { start: before.endedAt, end: turn.startedAt };
  return holeBetween(gap) ? null : (gap.end - gap.start) / SECOND;
}

/**
 * Returns whether a turn corrects what came before it.
 *
 * @param before - The developer's turn before it; only a session's first turn looks at it.
 * @see docs/scoring.md, "Repair turn".
 */
export function isRepairTurn(turn: KnownTurn, before: KnownTurn | undefined): boolean {
  if (!turn.sessionFirst) return turn.ownRepair;
  if (!turn.nonTrivial || !follows(turn, before) || before.failed) return false;
  return turn.corrects || before.refused;
}

/** Whether a person went on after the work before, which was over by then, and not the night before. */
function follows(turn: KnownTurn, before: KnownTurn | undefined): before is KnownTurn {
  if (before === undefined || !turn.interactive || before.endedAt > turn.startedAt) return false;
  return turn.startedAt - before.endedAt <= BELONGS_TOGETHER;
}
