/** QR, quality retention: how much of what the agent wrote is kept. */
import type { Score } from "../../vocabulary/units.ts";

/** Decided edits of a sub-session, and how many of them were kept. */
export interface Retention {
  edits: number;
  retained: number;
}

/**
 * Returns the share of edits that were kept.
 *
 * @returns 0 to 100, null without an edit that counts.
 * @see docs/scoring.md, "QR".
 */
export function qualityRetention({ edits, retained }: Retention): Score | null {
  return edits === 0 ? null : (100 * retained) / edits;
}
