/** Stretches of uninterrupted work, joined from a developer's active pieces over all sessions. */
import { type Instant, MINUTE } from "../../vocabulary/units.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

/** A span of time, its end included. */
export interface Span {
  start: Instant;
  end: Instant;
}

/** Active pieces with only short pauses between them. */
export interface Stretch extends Span {
  /** From start to end, without the stalls in between. */
  length: Milliseconds;
}

/** A prompt of an interactive session is active until the end of its work, at most ten minutes. */
export function activePiece(promptAt: Instant, workEndsAt: Instant): Span {
  return { start: promptAt, end: Math.min(Math.max(promptAt, workEndsAt), promptAt + LONGEST_PIECE) };
}

/**
 * Joins active pieces into stretches.
 *
 * @param pieces - One developer's pieces of interactive sessions, and that developer's stalls, both in any
 *   order.
 * @returns Stretches by time, which do not overlap.
 * @see docs/scoring.md, "FC".
 */
export function findStretches(pieces: readonly Span[], stalls: readonly Span[] = []): Stretch[] {
  const breaks = join(stalls, 0);
  return join(pieces, LONGEST_PAUSE).map(({ start, end }) => ({
    start,
    end,
    length: end - start - breaks.reduce((lost, stall) => lost + overlap(stall, { start, end }), 0),
  }));
}

/** An active piece ends here at the latest. */
export const LONGEST_PIECE: Milliseconds = 10 * MINUTE;
/** A longer pause ends a stretch. */
export const LONGEST_PAUSE: Milliseconds = 15 * MINUTE;

function join(spans: readonly Span[], longestPause: Milliseconds): Span[] {
  const joined: Span[] = [];
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start - last.end <= longestPause) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

function overlap(left: Span, right: Span): Milliseconds {
  return Math.max(0, Math.min(left.end, right.end) - Math.max(left.start, right.start));
}
