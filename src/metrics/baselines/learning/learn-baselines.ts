/** Learns an organization's baselines from its closed sub-sessions, starting out from the shipped ones. */
import type { Outcome } from "../../../turns/outcomes/outcome-kind.ts";
import { AGENTS } from "../../../normaliser/dialects/agents.ts";
import type { Agent } from "../../../normaliser/dialects/agents.ts";
import type { Ratio, Score } from "../../../vocabulary/units.ts";
import { axesOf } from "../../efficiency/axes.ts";
import type { Actual } from "../../efficiency/axes.ts";
import { perBucket, shippedBaselines, valueOf } from "../baseline.ts";
import type { Baselines } from "../baseline.ts";
import { gate } from "../../efficiency/outcome-gate.ts";
import { weigh } from "../../efficiency/sse.ts";
import { pullMean, pullMedian, pullRepairShare } from "./pull.ts";

/** The values of a scoreable, closed sub-session; null for a value that it does not have. */
export interface Observation {
  bucket: number;
  agent: Agent;
  actual: Actual;
  outcome: Outcome;
  /** QR. */
  quality: Score | null;
  /** Repair turns among its non-trivial ones; null where repairs are not visible. */
  repairShare: Ratio | null;
}

/**
 * Learns a new version of baselines.
 *
 * @param observations - The scoreable sub-sessions of the weeks before that are closed, in a fixed order.
 * @returns The shipped baselines when there are none. m is the mean compared with the new baselines, so that
 *   the mean SSE becomes 50.
 * @see docs/scoring.md, "Baselines".
 */
export function learnBaselines(observations: readonly Observation[]): Baselines {
  const tokens = learnPerBucket(observations, (each) => each.actual.tokens, shippedBaselines.tokens);
  const learned: Baselines = {
    tokens,
    tokensByAgent: learnTokensByAgent(observations, tokens),
    turns: learnPerBucket(observations, (each) => each.actual.turns, shippedBaselines.turns),
    humanSeconds: learnPerBucket(
      observations,
      (each) => each.actual.humanSeconds,
      shippedBaselines.humanSeconds,
    ),
    m: shippedBaselines.m,
    qrReference: pullMean(present(observations.map((each) => each.quality)), shippedBaselines.qrReference),
    repairShare: pullRepairShare(present(observations.map((each) => each.repairShare))),
  };
  const gatedRaws = observations.map((each) => gatedRawOf(each, learned));
  return { ...learned, m: pullMean(present(gatedRaws), shippedBaselines.m) };
}

function learnPerBucket(
  observations: readonly Observation[],
  quantityOf: (observation: Observation) => number | null,
  priors: readonly number[],
): number[] {
  const byBucket = Map.groupBy(observations, (each) => each.bucket);
  return perBucket((bucket) =>
    pullMedian(present((byBucket.get(bucket) ?? []).map(quantityOf)), valueOf(priors, bucket)),
  );
}

function learnTokensByAgent(
  observations: readonly Observation[],
  organization: readonly number[],
): Baselines["tokensByAgent"] {
  const byAgent = Map.groupBy(observations, (each) => each.agent);
  const learned: Partial<Record<Agent, readonly number[]>> = {};
  for (const agent of AGENTS) {
    const ofAgent = byAgent.get(agent);
    if (ofAgent !== undefined)
      learned[agent] = learnPerBucket(ofAgent, (each) => each.actual.tokens, organization);
  }
  return learned;
}

function gatedRawOf(observation: Observation, baselines: Baselines): number | null {
  const raw = weigh(axesOf(observation.actual, observation, baselines));
  return raw === null ? null : gate(raw, observation.outcome);
}

function present(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}
