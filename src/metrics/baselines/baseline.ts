/** Baselines: what an organization usually spends on a turn, by its kind. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Ratio, Seconds, Tokens } from "../../vocabulary/units.ts";
import type { TurnKind } from "../kinds/kind.ts";

/** Token-equivalents by kind; preparation has those of other turns. */
export interface UsualTokens {
  new: Tokens;
  on: Tokens;
  change: Tokens;
  other: Tokens;
}

/** Seconds before a prompt, by kind of change turn. */
export interface UsualSeconds {
  new: Seconds;
  on: Seconds;
  change: Seconds;
}

/** The scores that are computed from sums over a period. */
export type SummedScore = "sse" | "speed" | "efficiency";

/** One version of an organization's baselines. */
export interface Baselines {
  tokens: UsualTokens;
  humanSeconds: UsualSeconds;
  /** The same for each agent whose work is known, because agents spend very different amounts on themselves. */
  tokensByAgent: Readonly<Partial<Record<Agent, UsualTokens>>>;
  /** uₙ: the turns that a whole unit of change usually takes. */
  turnsPerChange: number;
  /** ℓ: with fewer changed lines, a turn earns in proportion. */
  leastLines: number;
  /** L and K: with more lines and more calls, a turn does the work of several. */
  usualLines: number;
  usualCalls: number;
  /** v₀: the share of change turns that are undone. */
  undoneShare: Ratio;
  /** r₀: the share of repair turns. */
  repairShare: Ratio;
  /** The usual r′ of a sub-session. */
  m: number;
  /** M: the usual r′ of sums over a period. */
  reference: Readonly<Record<SummedScore, number>>;
}

/**
 * The baselines that hold until an organization has its own: what learning gives without a single turn.
 *
 * @see docs/scoring.md, "Baselines".
 */
export const shippedBaselines: Baselines = {
  tokens: { new: 57_000, on: 48_000, change: 52_500, other: 25_000 },
  humanSeconds: { new: 68, on: 47, change: 57.5 },
  tokensByAgent: {},
  turnsPerChange: 1.1,
  leastLines: 5,
  usualLines: 25,
  usualCalls: 4,
  undoneShare: 0.1,
  repairShare: 0.15,
  m: -0.1,
  reference: { sse: -0.05, speed: -0.05, efficiency: -0.05 },
};

/** The usual token-equivalents of a turn; the organization's where its agent has none of its own. */
export function usualTokens(baselines: Baselines, kind: TurnKind, agent: Agent): Tokens {
  const usual = baselines.tokensByAgent[agent] ?? baselines.tokens;
  return usual[kind === "prep" ? "other" : kind];
}

/** The usual seconds before a turn's prompt; null for turns that changed nothing, which earn what they take. */
export function usualSeconds(baselines: Baselines, kind: TurnKind): Seconds | null {
  return kind === "prep" || kind === "other" ? null : baselines.humanSeconds[kind];
}
