/** Sub-sessions as scores read them, for tests that care only for a few of their numbers. */
import { shippedBaselines } from "../../src/metrics/baselines/baseline.ts";
import { NOTHING } from "../../src/metrics/accounts/sums.ts";
import { blockOf, type Columns, gatherRows } from "../../src/scores/columns.ts";
import { SCORING_VERSION } from "../../src/metrics/version.ts";
import type { MeasuredSubSession } from "../../src/scores/sub-session-row.ts";

/** Counts in scores, and has no metric. */
export const BARE: MeasuredSubSession = {
  startedAt: 0,
  scoreable: true,
  weight: 1,
  turns: 1,
  closed: true,
  missing: {},
  scoringVersion: SCORING_VERSION,
  sse: null,
  pes: null,
  ie: null,
  crr: null,
  fc: null,
  outcome: "reached",
  baseline: "shipped",
  reference: shippedBaselines.reference,
  ...NOTHING,
};

/** Returns sub-sessions as the columns of a period. */
export function columnsOf(subSessions: readonly MeasuredSubSession[]): Columns {
  return gatherRows([blockOf(subSessions)], { start: -Infinity, end: Infinity });
}
