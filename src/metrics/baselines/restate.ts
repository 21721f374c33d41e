/** A sub-session's metrics compared with another version of the baselines, from its stored row only. */
import { axesOf } from "../efficiency/axes.ts";
import { tokenBaseline, valueOf } from "./baseline.ts";
import type { BaselineVersion } from "./baseline-versions.ts";
import { iterationScore } from "../iteration/iteration.ts";
import { gate } from "../efficiency/outcome-gate.ts";
import { scoreAgainst, weigh } from "../efficiency/sse.ts";
import type { MetricsRow } from "../columns-table.ts";

/** The columns that depend on the baselines. */
export type RestatedColumns = Pick<
  MetricsRow,
  | "sse"
  | "ie"
  | "raw"
  | "gated_raw"
  | "axis_t"
  | "axis_n"
  | "axis_h"
  | "usual_tokens"
  | "usual_turns"
  | "usual_human_seconds"
  | "m"
  | "qr_reference"
  | "baseline_version"
>;

/** The columns from which they are computed. */
export type RestatableRow = Pick<
  MetricsRow,
  | "agent"
  | "bucket"
  | "outcome"
  | "actual_tokens"
  | "actual_turns"
  | "actual_human_seconds"
  | "non_trivial_turns"
  | "repair_turns"
  | "sse"
  | "ie"
>;

/**
 * Computes the row as if it had been computed with this version.
 *
 * @returns Bit for bit what measuring the session again gives. Which metrics are null does not depend on
 *   baselines.
 */
export function restate(row: RestatableRow, { version, baselines }: BaselineVersion): RestatedColumns {
  const { bucket, agent } = row;
  const actual = {
    tokens: row.actual_tokens,
    turns: row.actual_turns,
    humanSeconds: row.actual_human_seconds,
  };
  const axes = axesOf(actual, row, baselines);
  const raw = weigh(axes);
  const gated = raw === null ? null : gate(raw, row.outcome);
  return {
    sse: row.sse === null || gated === null ? null : scoreAgainst(baselines.m, gated),
    ie:
      row.ie === null ? null : iterationScore(row.repair_turns, row.non_trivial_turns, baselines.repairShare),
    raw,
    gated_raw: gated,
    axis_t: axes.t,
    axis_n: axes.n,
    axis_h: axes.h,
    usual_tokens: tokenBaseline(baselines, bucket, agent),
    usual_turns: valueOf(baselines.turns, bucket),
    usual_human_seconds: valueOf(baselines.humanSeconds, bucket),
    m: baselines.m,
    qr_reference: baselines.qrReference,
    baseline_version: version,
  };
}
