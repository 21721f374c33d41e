/** Who stopped working after trouble, as the detector of recurring drop-off needs it. */
import { type Instant, type Milliseconds, MINUTE } from "../../../vocabulary/units.ts";
import { medianOf } from "../../../turns/latency/percentiles.ts";

/** A time in which somebody worked: from a prompt to the end of its work. */
export interface WorkPiece {
  start: Instant;
  end: Instant;
}

/** No prompt from one time to another, after trouble. */
export interface DropOff {
  troubleAt: Instant;
  stoppedAt: Instant;
  resumedAt: Instant;
}

const LEAST_PAUSE: Milliseconds = 20 * MINUTE;
const BUSY_GAP: Milliseconds = 5 * MINUTE;
/** Work that goes on this long after trouble has got over it. */
const STILL_FROM_TROUBLE: Milliseconds = 5 * MINUTE;

/**
 * The pauses after trouble of someone who otherwise asks often.
 *
 * @param troubles - The developer's trouble, their pieces of work by start, with the next one after the last
 *   trouble, and their usual gaps between prompts.
 * @returns Each pause once; one that has no end yet is left out.
 * @see docs/scoring.md, "recurring_drop_off".
 */
export function findDropOffs(
  troubles: readonly Instant[],
  pieces: readonly WorkPiece[],
  gaps: readonly Milliseconds[],
): DropOff[] {
  const usualGap = medianOf(gaps);
  if (usualGap === null || usualGap >= BUSY_GAP) return [];
  const found = new Map<Instant, DropOff>();
  for (const troubleAt of troubles) {
    const stoppedAt = lastEnd(pieces, troubleAt);
    const next = pieces.find(({ start }) => start > troubleAt);
    if (next === undefined || stoppedAt - troubleAt > STILL_FROM_TROUBLE) continue;
    if (next.start - stoppedAt >= LEAST_PAUSE)
      found.set(next.start, { troubleAt, stoppedAt, resumedAt: next.start });
  }
  return [...found.values()];
}

function lastEnd(pieces: readonly WorkPiece[], troubleAt: Instant): Instant {
  const before = pieces.filter(({ start }) => start <= troubleAt);
  return before.reduce((end, piece) => Math.max(end, piece.end), troubleAt);
}
