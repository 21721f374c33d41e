/** Speed and Efficiency of one sub-session, before they are put together over a period. */
import type { Axes } from "./axes.ts";
import { gate } from "./outcome-gate.ts";
import type { Retention } from "../retention/retention.ts";
import { scoreAgainst } from "./sse.ts";
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";
import type { Ratio, Score } from "../../vocabulary/units.ts";

/** What Speed and Efficiency look at; `m` and `qrReference` are those of the sub-session's own baseline version. */
export interface Performance extends Retention {
  axes: Axes;
  outcome: Outcome;
  m: number;
  qrReference: Score;
}

/**
 * Computes how little human time a sub-session took, lowered where its edits were not kept.
 *
 * @returns 50 is the baseline; null without the axis of human time.
 * @see docs/scoring.md, "Speed".
 */
export function speedOf(performance: Performance): Score | null {
  const { axes, outcome, m } = performance;
  if (axes.h === null) return null;
  return Math.min(100, scoreAgainst(m, gate(axes.h, outcome)) * keptShare(performance));
}

/**
 * Computes how few tokens and turns a sub-session took.
 *
 * @returns 50 is the baseline; null without the axis of tokens.
 * @see docs/scoring.md, "Efficiency".
 */
export function efficiencyOf({ axes, outcome, m }: Performance): Score | null {
  if (axes.t === null) return null;
  const spent = axes.n === null ? axes.t : 0.6 * axes.t + 0.4 * axes.n;
  return scoreAgainst(m, gate(spent, outcome));
}

// This many baseline edits are added, so that a single edit proves little.
const PRIOR_EDITS = 5;

function keptShare({ edits, retained, qrReference }: Performance): Ratio {
  if (edits === 0) return 1;
  const quality = (100 * (retained + (PRIOR_EDITS * qrReference) / 100)) / (edits + PRIOR_EDITS);
  return Math.min(1.25, Math.max(0.5, quality / qrReference));
}
