/** What is stored of a sub-session's metrics: everything that scores are computed from. */
import { count, instant, orNull, ratio, text } from "../database/columns.ts";
import { declareTable, type RowOf } from "../database/table-shape.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import type { Outcome } from "../turns/outcomes/outcome-kind.ts";
import type { SubSessionState } from "../turns/sub-session.ts";
import type { MicroUsd, Score, Seconds, Tokens } from "../vocabulary/units.ts";
import type { BaselineSource } from "./baselines/baseline-versions.ts";
import { eachMetric } from "./metrics.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** One row for each sub-session that was measured. */
export const METRICS_TABLE = declareTable(
  "metrics",
  {
    sub_session: text(),
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    agent: text<Agent>(),
    started_at: instant(),
    ended_at: instant(),
    /** When it was closed for good; null before. */
    closed_at: orNull(instant()),
    state: text<SubSessionState>(),
    /** 1 when it counts in scores. */
    scoreable: count(),
    outcome: text<Outcome>(),
    bucket: count(),
    non_trivial_turns: count(),
    ...eachMetric(() => orNull(ratio<Score>())),
    tier: orNull(text()),
    /** What its turns took and earned on each axis, after the outcome's cap. */
    took_t: ratio<Tokens>(),
    took_n: ratio(),
    took_h: ratio<Seconds>(),
    took_k: ratio<Seconds>(),
    earned_t: ratio<Tokens>(),
    earned_n: ratio(),
    earned_h: ratio<Seconds>(),
    earned_k: ratio<Seconds>(),
    /** w: its non-trivial change turns, at least 1. */
    weight: count(),
    /** Its turns that changed something. */
    change_turns: count(),
    /** M, the usual r′ of sums, of its baselines. */
    reference_sse: ratio(),
    reference_speed: ratio(),
    reference_efficiency: ratio(),
    /** 1 when a call succeeded or is of unknown result. */
    may_have_worked: count(),
    /** 1 when a person wrote one of its prompts. */
    interactive: count(),
    edits: count(),
    retained: count(),
    repair_turns: count(),
    /** Non-trivial turns that changed something or repaired. */
    counted_turns: count(),
    /** 1 when repairs could be seen. */
    repairs_visible: count(),
    good_resets: count(),
    bad_resets: count(),
    median_ms_per_token: orNull(ratio()),
    cost_micro_usd: orNull(count<MicroUsd>()),
    /** The reason of each missing metric; see `writeReasons`. */
    missing: text(),
    baseline_version: count(),
    baseline: text<BaselineSource>(),
    scoring_version: text(),
  },
  {
    owner: ["session", "developer"],
    key: ["sub_session"],
    indexes: {
      metrics_by_session: ["session"],
      metrics_by_time: ["organization", "started_at", "sub_session", "session"],
      metrics_by_developer: ["organization", "developer", "started_at"],
    },
  },
);

/** One sub-session's metrics as they are stored; null is "not enough evidence". */
export type MetricsRow = RowOf<typeof METRICS_TABLE>;
