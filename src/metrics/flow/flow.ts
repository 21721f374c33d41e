/** FC, flow continuity: how long the stretches of work are in which a sub-session was done. */
import { MINUTE } from "../../vocabulary/units.ts";
import type { Milliseconds, Minutes, Score } from "../../vocabulary/units.ts";
import type { Span, Stretch } from "./stretches.ts";

/** A piece of the sub-session and the stretch that it is in. */
export interface FlowPart {
  piece: Milliseconds;
  stretch: Milliseconds;
}

export interface Flow {
  meanStretchMinutes: Minutes;
  fc: Score;
}

/**
 * Finds the stretch that each piece is in.
 *
 * @param pieces - The sub-session's pieces, and the stretches that were joined from them and the developer's
 *   others.
 */
export function flowParts(pieces: readonly Span[], stretches: readonly Stretch[]): FlowPart[] {
  return pieces.map(({ start, end }) => {
    const stretch = stretches.find((each) => each.start <= start && end <= each.end);
    if (stretch === undefined) throw new Error("BUG: an active piece outside of all stretches");
    return { piece: end - start, stretch: stretch.length };
  });
}

/**
 * Computes how continuous the work on a sub-session was.
 *
 * @returns 100 from a mean stretch of 90 minutes on; null without a piece.
 * @see docs/scoring.md, "FC".
 */
export function flowContinuity(parts: readonly FlowPart[]): Flow | null {
  if (parts.length === 0) return null;
  const meanStretchMinutes = meanStretch(parts) / MINUTE;
  return { meanStretchMinutes, fc: 100 * Math.min(1, meanStretchMinutes / FULL_FLOW) };
}

const FULL_FLOW: Minutes = 90;

function meanStretch(parts: readonly FlowPart[]): Milliseconds {
  const active = parts.reduce((sum, { piece }) => sum + piece, 0);
  if (active === 0) return parts.reduce((sum, { stretch }) => sum + stretch, 0) / parts.length;
  return parts.reduce((sum, { piece, stretch }) => sum + piece * stretch, 0) / active;
}
