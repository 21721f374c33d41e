/** A sub-session and its measure as the row that is stored. */
import type { Performance } from "./efficiency/speed-and-efficiency.ts";
import type { SessionFacts } from "../normaliser/session-facts.ts";
import type { SubSession } from "../turns/sub-session.ts";
import type { SubSessionMeasure } from "./measure.ts";
import { eachMeasured } from "./metrics.ts";
import type { MetricsRow } from "./columns-table.ts";
import { SCORING_VERSION } from "./version.ts";

/** A measured sub-session, and whose it is. */
export interface Measured {
  subSession: SubSession;
  measure: SubSessionMeasure;
  facts: SessionFacts;
  developer: string;
}

/**
 * Returns the row of a sub-session without its flow, which is known only where its developer's sessions are
 * combined.
 */
export function metricsRow({ subSession, measure, facts, developer }: Measured): MetricsRow {
  return {
    sub_session: subSession.id,
    organization: facts.organization,
    session: facts.session,
    developer,
    agent: facts.agent,
    started_at: subSession.startedAt,
    ended_at: subSession.endedAt,
    closed_at: subSession.closedAt,
    state: subSession.state,
    scoreable: Number(subSession.scoreable),
    outcome: subSession.outcome,
    bucket: subSession.bucket,
    non_trivial_turns: subSession.nonTrivialTurns,
    fc: null,
    ...valuesOf(measure),
    ...evidenceOf(measure),
    scoring_version: SCORING_VERSION,
  };
}

function valuesOf(measure: SubSessionMeasure) {
  const { tier, axes, raw, gated, actual, usual } = measure;
  return {
    ...eachMeasured(({ name }) => measure[name]),
    tier,
    raw,
    axis_t: axes.t,
    axis_n: axes.n,
    axis_h: axes.h,
    gated_raw: gated,
    actual_tokens: actual.tokens,
    actual_turns: actual.turns,
    actual_human_seconds: actual.humanSeconds,
    usual_tokens: usual.tokens,
    usual_turns: usual.turns,
    usual_human_seconds: usual.humanSeconds,
    m: measure.m,
    qr_reference: measure.qrReference,
    baseline_version: measure.baselineVersion,
  };
}

function evidenceOf(measure: SubSessionMeasure) {
  return {
    edits: measure.edits,
    retained: measure.retained,
    repair_turns: measure.repairTurns.length,
    repairs_visible: Number(measure.repairsVisible),
    good_resets: measure.goodResets,
    bad_resets: measure.badResets,
    median_ms_per_token: measure.medianMsPerToken,
    cost_micro_usd: measure.costMicroUsd,
    missing: JSON.stringify(measure.missing),
  };
}

/** What Speed and Efficiency look at. */
export function performanceOf(row: StoredPerformance): Performance {
  const { outcome, m, qr_reference: qrReference, edits, retained } = row;
  return {
    axes: { t: row.axis_t, n: row.axis_n, h: row.axis_h },
    outcome,
    m,
    qrReference,
    edits,
    retained,
  };
}

type StoredPerformance = Pick<
  MetricsRow,
  "axis_t" | "axis_n" | "axis_h" | "outcome" | "m" | "qr_reference" | "edits" | "retained"
>;
