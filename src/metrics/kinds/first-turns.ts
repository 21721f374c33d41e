/** What a session's first prompt has to do with the developer's turn before it, in whatever session that was. */
import { HOUR, type Milliseconds, MINUTE, SECOND, type Seconds } from "../../vocabulary/units.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import type { RepairRule } from "../iteration/repairs.ts";
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

/** Which rule makes a turn a repair turn, and the turn that it repairs. */
export interface RepairReason {
  rule: RepairRule;
  session: SessionName;
  index: number;
}

/** Whether a turn is a repair turn, and why. */
export interface Repair {
  repair: boolean;
  /** null where it is none, and where the reason was not kept. */
  repairOf: RepairReason | null;
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
 * Returns whether a turn corrects what came before it, and why.
 *
 * @param before - The developer's turn before it; only a session's first turn looks at it.
 * @see docs/scoring.md, "Repair turn".
 */
export function repairOf(turn: KnownTurn, before: KnownTurn | undefined): Repair {
  if (!turn.sessionFirst) {
    const { ownRepairOf: why, session } = turn;
    return {
      repair: turn.ownRepair,
      repairOf: why === null ? null : { rule: why.rule, session, index: why.of },
    };
  }
  if (!turn.nonTrivial || !follows(turn, before) || before.failed) return NO_REPAIR;
  if (!turn.corrects && !before.refused) return NO_REPAIR;
  const { session, index } = before;
  return { repair: true, repairOf: { rule: turn.corrects ? "correction" : "refusal", session, index } };
}

/** What a turn is that repairs nothing. */
export const NO_REPAIR: Repair = { repair: false, repairOf: null };

/** Whether a person went on after the work before, which was over by then, and not the night before. */
function follows(turn: KnownTurn, before: KnownTurn | undefined): before is KnownTurn {
  if (before === undefined || !turn.interactive || before.endedAt > turn.startedAt) return false;
  return turn.startedAt - before.endedAt <= BELONGS_TOGETHER;
}
