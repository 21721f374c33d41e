/** What Layer 3 takes from a stored row of metrics. */
import type { Sums } from "../metrics/accounts/sums.ts";
import type { SummedScore } from "../metrics/baselines/baseline.ts";
import type { BaselineSource } from "../metrics/baselines/baseline-versions.ts";
import { readReasons, referenceOf, sumsOfRow } from "../metrics/metrics-row.ts";
import type { Missable, SkillInput } from "../metrics/metrics.ts";
import type { MissingReason } from "../metrics/missing.ts";
import type { ScoreInputRow } from "../metrics/table.ts";
import type { Outcome } from "../turns/outcomes/outcome-kind.ts";
import type { Instant, Score } from "../vocabulary/units.ts";
import { eachInput } from "./skill-inputs.ts";

/** A sub-session that starts in the period, with the values of the baseline version in force at its start. */
export interface MeasuredSubSession extends Sums, Readonly<Record<SkillInput, Score | null>> {
  startedAt: Instant;
  scoreable: boolean;
  outcome: Outcome;
  /** w: its non-trivial change turns, at least 1. */
  weight: number;
  /** Its non-trivial turns. */
  turns: number;
  closed: boolean;
  /** Where its baselines come from. */
  baseline: BaselineSource;
  /** M of its baselines. */
  reference: Readonly<Record<SummedScore, number>>;
  missing: Partial<Record<Missable, MissingReason>>;
  scoringVersion: string;
}

export function measuredSubSession(row: ScoreInputRow): MeasuredSubSession {
  return {
    startedAt: row.started_at,
    scoreable: row.scoreable === 1,
    outcome: row.outcome,
    weight: row.weight,
    turns: row.non_trivial_turns,
    closed: row.state === "closed",
    baseline: row.baseline,
    reference: referenceOf(row),
    missing: readReasons(row.missing),
    scoringVersion: row.scoring_version,
    ...eachInput((input) => row[input]),
    ...sumsOfRow(row),
  };
}
