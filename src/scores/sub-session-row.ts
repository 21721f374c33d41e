/** What Layer 3 takes from a stored row of metrics. */
import type { Missable, MissingReason } from "../metrics/missing.ts";
import type { ScoredRow } from "../metrics/scoreable-table.ts";
import type { ScoreInputRow } from "../metrics/table.ts";
import type { MeasuredSubSession } from "./score-period.ts";

/** A measured sub-session with what its row tells beside the numbers. */
export interface StoredSubSession extends MeasuredSubSession {
  turns: number;
  closed: boolean;
  missing: Partial<Record<Missable, MissingReason>>;
}

export function storedSubSession(row: ScoreInputRow): StoredSubSession {
  return {
    ...measuredSubSession(row),
    scoreable: row.scoreable === 1,
    turns: row.non_trivial_turns,
    closed: row.state === "closed",
    missing: JSON.parse(row.missing) as StoredSubSession["missing"],
  };
}

/** A row of which it is known already that it is scoreable. */
export function measuredSubSession(row: ScoredRow): MeasuredSubSession {
  return {
    startedAt: row.started_at,
    scoreable: true,
    usualTurns: row.usual_turns,
    sse: row.sse,
    pes: row.pes,
    ie: row.ie,
    crr: row.crr,
    fc: row.fc,
    axes: { t: row.axis_t, n: row.axis_n, h: row.axis_h },
    outcome: row.outcome,
    m: row.m,
    qrReference: row.qr_reference,
    edits: row.edits,
    retained: row.retained,
  };
}
