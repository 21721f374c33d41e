/** The account of a sub-session: its turns' entries, added up and limited by the outcome. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";
import type { Score } from "../../vocabulary/units.ts";
import type { Baselines } from "../baselines/baseline.ts";
import { eachAxis, NOTHING, scoreOf, type Sums, USUAL, weigh } from "./sums.ts";
import { type AccountTurn, accountForTurn, AXES, isChange, type TurnAccount } from "./turn-account.ts";

/** A sub-session as its account sees it. */
export interface AccountedWork {
  agent: Agent;
  outcome: Outcome;
  /** Whether a call succeeded or is of unknown result. */
  mayHaveWorked: boolean;
  turns: readonly AccountTurn[];
}

export interface Account extends Sums {
  turns: TurnAccount[];
  /** The outcome that limits what was earned; null where none does. */
  cap: "partial" | "abandoned" | null;
  /** The turns that changed something. */
  changeTurns: number;
  /** w: its weight in means, the non-trivial change turns, at least 1. */
  weight: number;
  /** r′ of this sub-session; null without tokens and human time. */
  shrunk: number | null;
  sse: Score | null;
}

/**
 * Accounts for a sub-session.
 *
 * @see docs/scoring.md, "The account of a turn" and "SSE".
 */
export function accountFor(work: AccountedWork, baselines: Baselines): Account {
  const turns = work.turns.map((turn) => accountForTurn(turn, work.agent, baselines));
  const sums = cappedBy(work.outcome, sumsOf(turns));
  const weighed = weigh("sse", sums, work.outcome === "unknown" ? sums : NOTHING);
  const shrunk = weighed?.shrunk ?? null;
  const sse = shrunk === null || !work.mayHaveWorked ? null : scoreOf("sse", shrunk, baselines.m);
  const cap = work.outcome === "partial" || work.outcome === "abandoned" ? work.outcome : null;
  const changes = work.turns.filter(({ kind }) => isChange(kind));
  const weight = Math.max(1, changes.filter(({ nonTrivial }) => nonTrivial).length);
  return { turns, ...sums, cap, changeTurns: changes.length, weight, shrunk, sse };
}

/** Adds up what turns took and earned. */
function sumsOf(turns: readonly TurnAccount[]): Sums {
  const [earned, took] = [eachAxis(() => 0), eachAxis(() => 0)];
  for (const { entries } of turns) {
    for (const axis of AXES) {
      earned[axis] += entries[axis]?.earned ?? 0;
      took[axis] += entries[axis]?.took ?? 0;
    }
  }
  return { earned, took };
}

/** What work without a result earns at most, as a log-ratio of what it took. */
export const CAPS = { partial: USUAL, abandoned: USUAL - 0.4 } as const;

function cappedBy(outcome: Outcome, { earned, took }: Sums): Sums {
  if (outcome !== "partial" && outcome !== "abandoned") return { earned, took };
  const most = Math.exp(CAPS[outcome]);
  return { earned: eachAxis((axis) => Math.min(earned[axis], took[axis] * most)), took };
}
