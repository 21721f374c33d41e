/** SSE, sub-session efficiency: how little a sub-session took, compared with the baseline and with its outcome. */
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";
import type { Score } from "../../vocabulary/units.ts";
import { actualOf, axesOf } from "./axes.ts";
import type { Actual, Axes, Effort } from "./axes.ts";
import type { Baselines } from "../baselines/baseline.ts";
import { mayHaveWorked } from "../call-counts.ts";
import { gate } from "./outcome-gate.ts";

/** SSE with everything it was computed from. */
export interface SseMeasurement {
  actual: Actual;
  axes: Axes;
  /** The weighted sum of the axes; null when tokens and human time are both missing. */
  raw: number | null;
  /** raw′: raw after the outcome rule. */
  gatedRaw: number | null;
  sse: Score | null;
}

/**
 * Computes a sub-session's efficiency.
 *
 * @param baselines - The baselines in force at the sub-session's start.
 * @returns 50 is the organization's baseline. SSE is null where raw is, and without a call that may have
 *   worked.
 * @see docs/scoring.md, "SSE".
 */
export function measureSse(effort: Effort & { outcome: Outcome }, baselines: Baselines): SseMeasurement {
  const actual = actualOf(effort);
  const axes = axesOf(actual, effort, baselines);
  const raw = weigh(axes);
  const gatedRaw = raw === null ? null : gate(raw, effort.outcome);
  const sse = gatedRaw === null || !mayHaveWorked(effort.calls) ? null : scoreAgainst(baselines.m, gatedRaw);
  return { actual, axes, raw, gatedRaw, sse };
}

/**
 * The weighted sum of the axes. Present axes share the weights of missing ones; null when t and h are both
 * missing.
 */
export function weigh(axes: Axes): number | null {
  // A mere count of turns does not show effort.
  if (axes.t === null && axes.h === null) return null;
  let sum = 0;
  let weights = 0;
  for (const axis of ["t", "n", "h"] as const) {
    const value = axes[axis];
    if (value === null) continue;
    sum += AXIS_WEIGHTS[axis] * value;
    weights += AXIS_WEIGHTS[axis];
  }
  return sum / weights;
}

/**
 * A gated log-ratio as a score.
 *
 * @param m - M, the organization's usual gated log-ratio.
 * @returns 0 to 100, 50 at m.
 */
export function scoreAgainst(m: number, gated: number): Score {
  return 100 / (1 + Math.exp(-STEEPNESS * (gated - m)));
}

const AXIS_WEIGHTS = { t: 0.35, n: 0.3, h: 0.35 } as const;
const STEEPNESS = 2.2;
