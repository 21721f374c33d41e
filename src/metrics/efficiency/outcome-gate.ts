/** How an outcome limits a log-ratio: spending little on work without a result is not efficient. */
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";

/** The shipped baseline of a gated log-ratio, around which outcomes work. */
export const USUAL_RAW = -0.1;

/**
 * Limits a log-ratio (an axis, or several combined) by the outcome.
 *
 * @see docs/scoring.md, "SSE": outcome.
 * @remarks Takes ln(usual / actual), positive when less was spent than usual.
 */
export function gate(value: number, outcome: Outcome): number {
  switch (outcome) {
    case "reached":
      return value;
    case "unknown":
      // Weak evidence shrinks towards the baseline.
      return (value + USUAL_RAW) / 2;
    case "partial":
      return Math.min(value, USUAL_RAW);
    case "abandoned":
      return Math.min(value, USUAL_RAW - 0.4);
  }
}
