/** How an outcome holds a log-ratio down: spending little on work that came to nothing is no efficiency. */
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";

/** The shipped usual of a gated log-ratio, around which outcomes work. */
export const USUAL_RAW = -0.1;

/**
 * What is left of a log-ratio (an axis, or several weighed together) once the outcome is known.
 *
 * @see docs/scoring.md, "SSE": outcome.
 * @remarks Takes ln(usual / actual), positive when less was spent than usual.
 */
export function gate(value: number, outcome: Outcome): number {
  switch (outcome) {
    case "reached":
      return value;
    case "unknown":
      // Weak evidence shrinks towards usual.
      return (value + USUAL_RAW) / 2;
    case "partial":
      return Math.min(value, USUAL_RAW);
    case "abandoned":
      return Math.min(value, USUAL_RAW - 0.4);
  }
}
