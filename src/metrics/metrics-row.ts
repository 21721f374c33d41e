/** A sub-session and its measure as the row that is stored. */
import type { SessionFacts } from "../normaliser/session-facts.ts";
import type { SubSession } from "../turns/sub-session.ts";
import { type Account } from "./accounts/account.ts";
import { eachAxis, type Sums } from "./accounts/sums.ts";
import type { Axis } from "./accounts/turn-account.ts";
import type { SummedScore } from "./baselines/baseline.ts";
import type { BaselineVersion } from "./baselines/baseline-versions.ts";
import type { MetricsRow } from "./columns-table.ts";
import type { SubSessionMeasure } from "./measure.ts";
import { eachMeasured } from "./metrics.ts";
import { SCORING_VERSION } from "./version.ts";

/** A measured sub-session, and whose it is. */
export interface Measured {
  subSession: SubSession;
  measure: SubSessionMeasure;
  facts: SessionFacts;
  developer: string;
}

const known = new WeakMap<SubSessionMeasure, { subSession: SubSession; row: MetricsRow }>();

/**
 * Returns the row of a sub-session without its flow, which is known only where its developer's sessions are
 * combined.
 */
export function metricsRow(measured: Measured): MetricsRow {
  const { subSession, measure, facts, developer } = measured;
  const before = known.get(measure);
  const isKnown = before?.subSession === subSession && before.row.agent === facts.agent;
  if (isKnown && before.row.developer === developer) return before.row;
  const row = newRow(measured);
  known.set(measure, { subSession, row });
  return row;
}

function newRow({ subSession, measure, facts, developer }: Measured): MetricsRow {
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
    ...eachMeasured(({ name }) => measure[name]),
    tier: measure.tier,
    ...accountColumns(measure.account),
    ...baselineColumns(measure.baselineVersion),
    ...evidenceOf(measure),
    scoring_version: SCORING_VERSION,
  };
}

function evidenceOf(measure: SubSessionMeasure) {
  return {
    may_have_worked: Number(measure.mayHaveWorked),
    interactive: Number(measure.interactive),
    edits: measure.edits,
    retained: measure.retained,
    repair_turns: measure.repairTurns,
    counted_turns: measure.countedTurns,
    repairs_visible: Number(measure.repairsVisible),
    good_resets: measure.goodResets,
    bad_resets: measure.badResets,
    median_ms_per_token: measure.medianMsPerToken,
    cost_micro_usd: measure.costMicroUsd,
    missing: writeReasons(measure.missing),
  };
}

type Reasons = SubSessionMeasure["missing"];

/** Returns reasons as short text. */
export function writeReasons(missing: Reasons): string {
  return Object.entries(missing)
    .map((reason) => reason.join(":"))
    .join();
}

/** Returns the reasons that were written. */
export function readReasons(written: string): Reasons {
  if (written === "") return {};
  return Object.fromEntries(written.split(",").map((reason) => reason.split(":"))) as Reasons;
}

/** The columns that are an account. */
export function accountColumns({ took, earned, weight, changeTurns }: Account) {
  return {
    took_t: took.t,
    took_n: took.n,
    took_h: took.h,
    took_k: took.k,
    earned_t: earned.t,
    earned_n: earned.n,
    earned_h: earned.h,
    earned_k: earned.k,
    weight,
    change_turns: changeTurns,
  };
}

/** The columns that say which baselines a row is held against. */
export function baselineColumns({ version, source, baselines }: BaselineVersion) {
  const { reference } = baselines;
  return {
    reference_sse: reference.sse,
    reference_speed: reference.speed,
    reference_efficiency: reference.efficiency,
    baseline_version: version,
    baseline: source,
  };
}

type SumColumn = `${"took" | "earned"}_${Axis}`;
type SumColumns = Pick<MetricsRow, SumColumn>;

/** What a stored sub-session earned and took. */
export function sumsOfRow(row: SumColumns): Sums {
  return {
    earned: eachAxis((axis) => row[`earned_${axis}`]),
    took: eachAxis((axis) => row[`took_${axis}`]),
  };
}

/** M of a stored sub-session. */
export function referenceOf(
  row: Pick<MetricsRow, "reference_sse" | "reference_speed" | "reference_efficiency">,
): Record<SummedScore, number> {
  return { sse: row.reference_sse, speed: row.reference_speed, efficiency: row.reference_efficiency };
}
