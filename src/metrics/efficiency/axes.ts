/** What a sub-session took on three axes, compared with work of its size: tokens, turns and human time. */
import type { TokenUsage } from "../../normaliser/event.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Seconds, Tokens } from "../../vocabulary/units.ts";
import { tokenBaseline, valueOf } from "../baselines/baseline.ts";
import type { Baselines } from "../baselines/baseline.ts";
import type { CallCounts } from "../call-counts.ts";

/** What the axes are computed from. */
export interface Effort {
  bucket: number;
  agent: Agent;
  calls: CallCounts;
  /** Sums over the calls; null, or null members, where no call has the number. */
  usage: TokenUsage | null;
  nonTrivialTurns: number;
  /** The gaps that count, in seconds; empty when none does, and in sessions that are not interactive. */
  humanGapsSeconds: readonly Seconds[];
}

/** What was spent; null is a missing axis. */
export interface Actual {
  /** Token-equivalents. */
  tokens: Tokens | null;
  /** Non-trivial turns. */
  turns: number | null;
  humanSeconds: Seconds | null;
}

/** `clip(ln(baseline / actual), −1, 1)` for tokens, turns and human time; null is a missing axis. */
export interface Axes {
  t: number | null;
  n: number | null;
  h: number | null;
}

/**
 * What a sub-session spent.
 *
 * @see docs/scoring.md, "SSE": the three axes.
 */
export function actualOf(effort: Effort): Actual {
  const { calls, usage, nonTrivialTurns, humanGapsSeconds } = effort;
  return {
    // Nobody knows how many tokens a call of unknown result used.
    tokens: calls.unknown > 0 || usage === null ? null : tokenEquivalents(usage) || null,
    turns: nonTrivialTurns || null,
    humanSeconds: humanGapsSeconds.length === 0 ? null : humanSeconds(humanGapsSeconds),
  };
}

/** Compares what was spent with the baselines of its size and agent. */
export function axesOf(actual: Actual, work: { bucket: number; agent: Agent }, baselines: Baselines): Axes {
  const { bucket, agent } = work;
  return {
    t: axis(tokenBaseline(baselines, bucket, agent), actual.tokens),
    n: axis(valueOf(baselines.turns, bucket), actual.turns),
    h: axis(valueOf(baselines.humanSeconds, bucket), actual.humanSeconds),
  };
}

/** One number for all kinds of tokens, weighted by cost: cached tokens count little, output counts much. */
export function tokenEquivalents(usage: TokenUsage): Tokens {
  const { input, output, cacheRead, cacheCreation } = usage;
  return (input ?? 0) + 5 * (output ?? 0) + 0.1 * (cacheRead ?? 0) + 1.25 * (cacheCreation ?? 0);
}

// A longer gap is a pause, not thinking; a shorter sum says more about typing than about the work.
const LONGEST_GAP: Seconds = 300;
const SHORTEST_SUM: Seconds = 20;

function humanSeconds(gaps: readonly Seconds[]): Seconds {
  const sum = gaps.reduce((total, gap) => total + Math.min(gap, LONGEST_GAP), 0);
  return Math.max(sum, SHORTEST_SUM);
}

function axis(baseline: number, actual: number | null): number | null {
  if (actual === null) return null;
  return Math.min(1, Math.max(-1, Math.log(baseline / actual)));
}
