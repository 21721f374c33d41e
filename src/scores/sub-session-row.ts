/** What Layer 3 takes from a stored row of metrics. */
import type { Missable, SkillInput } from "../metrics/metrics.ts";
import type { MissingReason } from "../metrics/missing.ts";
import type { ScoreInputRow } from "../metrics/table.ts";
import type { Instant, Score } from "../vocabulary/units.ts";
import { eachInput } from "./skill-inputs.ts";
import type { Performance } from "../metrics/efficiency/speed-and-efficiency.ts";
import { performanceOf } from "../metrics/metrics-row.ts";

/** A sub-session that starts in the period, with the values of the baseline version in force at its start. */
export interface MeasuredSubSession extends Performance, Readonly<Record<SkillInput, Score | null>> {
  startedAt: Instant;
  scoreable: boolean;
  /** w: the turn baseline of its size bucket, never its own turns. */
  usualTurns: number;
  /** Its non-trivial turns. */
  turns: number;
  closed: boolean;
  missing: Partial<Record<Missable, MissingReason>>;
}

export function measuredSubSession(row: ScoreInputRow): MeasuredSubSession {
  return {
    startedAt: row.started_at,
    scoreable: row.scoreable === 1,
    usualTurns: row.usual_turns,
    turns: row.non_trivial_turns,
    closed: row.state === "closed",
    missing: JSON.parse(row.missing) as MeasuredSubSession["missing"],
    ...eachInput((input) => row[input]),
    ...performanceOf(row),
  };
}
