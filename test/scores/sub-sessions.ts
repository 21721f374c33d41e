/** Sub-sessions as scores read them, for tests that care only for a few of their numbers. */
import type { MeasuredSubSession } from "../../src/scores/sub-session-row.ts";

/** Counts in scores, and has no metric. */
export const BARE: MeasuredSubSession = {
  startedAt: 0,
  scoreable: true,
  usualTurns: 1,
  turns: 1,
  closed: true,
  missing: {},
  sse: null,
  pes: null,
  ie: null,
  crr: null,
  fc: null,
  axes: { t: null, n: null, h: null },
  outcome: "reached",
  m: -0.1,
  qrReference: 85,
  edits: 0,
  retained: 0,
};
