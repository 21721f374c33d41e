/** Baselines for work of one size: the values that formulas compare a sub-session with. */
import { BUCKETS } from "../../turns/size.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Ratio, Score, Seconds, Tokens } from "../../vocabulary/units.ts";
import { USUAL_RAW } from "../efficiency/outcome-gate.ts";

/** One version of an organization's baselines; each list holds one value per size bucket, 0 to 8. */
export interface Baselines {
  /** Token-equivalents. */
  tokens: readonly Tokens[];
  /** The same for each agent whose work is known, because agents use very different numbers of tokens themselves. */
  tokensByAgent: Readonly<Partial<Record<Agent, readonly Tokens[]>>>;
  /** Non-trivial turns. */
  turns: readonly number[];
  humanSeconds: readonly Seconds[];
  /** The usual weighed log-ratio after the outcome rule. */
  m: number;
  /** The usual quality retention, QR₀. */
  qrReference: Score;
  /** The usual share of repair turns, r₀. */
  repairShare: Ratio;
}

/**
 * The baselines that hold until an organization has its own.
 *
 * @see docs/scoring.md, "Baselines": shipped prior.
 */
export const shippedBaselines: Baselines = {
  tokens: perBucket((bucket) => 40_000 * 2 ** (0.8 * bucket)),
  tokensByAgent: {},
  turns: perBucket((bucket) => 1.5 * 2 ** (0.35 * bucket)),
  humanSeconds: perBucket((bucket) => 40 * 2 ** (0.5 * bucket)),
  m: USUAL_RAW,
  qrReference: 85,
  repairShare: 0.15,
};

/** The usual token-equivalents of an agent at work of one size; the organization's where it has none of its own. */
export function tokenBaseline(baselines: Baselines, bucket: number, agent: Agent): Tokens {
  return valueOf(baselines.tokensByAgent[agent] ?? baselines.tokens, bucket);
}

/** One value per size bucket. */
export function perBucket(valueFor: (bucket: number) => number): number[] {
  return Array.from({ length: BUCKETS }, (_, bucket) => valueFor(bucket));
}

/** The value of one size bucket. */
export function valueOf(values: readonly number[], bucket: number): number {
  const value = values[bucket];
  if (value === undefined) throw new Error(`BUG: no baseline for size bucket ${bucket}`);
  return value;
}
