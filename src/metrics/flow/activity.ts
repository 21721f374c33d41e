/** When a developer was active, and how continuous that made the work on each sub-session. */
import {
  type ErrorWait,
  findErrorWaits,
  stallOf,
  type DetailedWait,
  mayBeStall,
  usualLongestPause,
} from "../../stalls/error-stall.ts";
import type { AssembledSession } from "../../turns/session.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import type { Turn } from "../../turns/turn.ts";
import { DAY, type Instant, type Milliseconds, type Score } from "../../vocabulary/units.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";
import { flowContinuity, flowParts } from "./flow.ts";
import { activePiece, findStretches, type Span } from "./stretches.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** A time in which a developer worked on a sub-session. */
export interface ActivePiece extends Span {
  session: SessionName;
  subSession: string;
}

/** A piece as its session knows it. */
export interface OwnPiece extends ActivePiece {
  /** The index of the turn that is this piece, from start to end; null where no turn is. */
  turn: number | null;
}

/** What one session says about its developer's activity. */
export interface Activity {
  /** Only pieces of prompts that a person sent; programs make no stretch. */
  pieces: OwnPiece[];
  waits: DetailedWait[];
}

/** @param session - An assembled session, with its name. */
export function activityOf(session: SessionName, { subSessions, turns }: AssembledSession): Activity {
  return { pieces: activePieces(session, subSessions), waits: findErrorWaits(turns) };
}

/** The pieces of a session's prompts, trivial ones among them, in order. */
function activePieces(session: SessionName, subSessions: readonly SubSession[]): OwnPiece[] {
  return subSessions.flatMap((subSession) => piecesOf(subSession).map((piece) => ({ session, ...piece })));
}

const piecesOf = perObject(({ id, turns }: SubSession) =>
  turns.flatMap((turn) => {
    const spans = turn.busy.filter(({ interactive }) => interactive);
    const pieces = spans.map(({ startedAt, endedAt }) => activePiece(startedAt, endedAt));
    const whole = isWhole(turn, pieces) ? turn.index : null;
    return pieces.map((piece) => ({ subSession: id, turn: whole, ...piece }));
  }),
);

function isWhole({ startedAt, endedAt }: Turn, pieces: readonly Span[]): boolean {
  const { start, end } = activePiece(startedAt, endedAt);
  return pieces.length === 1 && pieces[0]?.start === start && pieces[0].end === end;
}

/** How far back a developer's pauses are looked at to find their usual length. */
export const HABIT_MS: Milliseconds = 14 * DAY;

/** One developer's activity over all sessions, as far as the requested sub-sessions need it. */
export interface DeveloperActivity {
  /** By start. */
  pieces: readonly ActivePiece[];
  waits: readonly ErrorWait[];
  /** By start, from `HABIT_MS` before the first relevant wait; unused where no wait is relevant. */
  habit: readonly ActivePiece[];
}

/**
 * Computes FC of the requested sub-sessions of one developer.
 *
 * @returns No entry for a sub-session without a piece. A shared key may have pieces of several people, so its
 *   FC is null and the caller does not ask.
 */
export function flowOf(
  { pieces, waits, habit }: DeveloperActivity,
  isWanted: (subSession: string) => boolean = () => true,
): Map<string, Score> {
  const stalls = waits.flatMap((wait) => stallOf(wait, usualPauseBefore(wait, habit)) ?? []);
  const stretches = findStretches(pieces, stalls);
  const wanted = pieces.filter(({ subSession }) => isWanted(subSession));
  const flows = new Map<string, Score>();
  for (const [subSession, itsPieces] of Map.groupBy(wanted, (piece) => piece.subSession)) {
    const flow = flowContinuity(flowParts(itsPieces, stretches));
    if (flow !== null) flows.set(subSession, flow.fc);
  }
  return flows;
}

/**
 * Returns the waits that may lower the FC of the requested sub-sessions; the others do not change it.
 */
export function waitsThatMatter<Wait extends ErrorWait>(
  { pieces, waits }: { pieces: readonly ActivePiece[]; waits: readonly Wait[] },
  isWanted: (subSession: string) => boolean,
): Wait[] {
  const long = waits.filter(mayBeStall);
  if (long.length === 0) return [];
  const wanted = pieces.filter(({ subSession }) => isWanted(subSession));
  const stretches = findStretches(pieces).filter((stretch) =>
    wanted.some((piece) => overlaps(stretch, piece)),
  );
  return long.filter(({ failedAt, recoveredAt }) =>
    stretches.some((stretch) => overlaps(stretch, { start: failedAt, end: recoveredAt })),
  );
}

function overlaps(left: Span, right: Span): boolean {
  return left.start <= right.end && left.end >= right.start;
}

function usualPauseBefore({ failedAt }: ErrorWait, habit: readonly ActivePiece[]): Milliseconds | null {
  return usualLongestPause(pausesBefore(failedAt, habit));
}

/**
 * Returns the pauses of the two weeks before a time.
 *
 * @returns The pauses between one piece and the next of the same session.
 */
export function pausesBefore(at: Instant, habit: readonly ActivePiece[]): Milliseconds[] {
  return gapsBetween(habit.filter(({ start }) => at - HABIT_MS <= start && start < at));
}

function gapsBetween(pieces: readonly ActivePiece[]): Milliseconds[] {
  return pieces.slice(1).flatMap((piece, index) => {
    const before = pieces[index];
    return before?.session === piece.session ? [Math.max(0, piece.start - before.end)] : [];
  });
}
