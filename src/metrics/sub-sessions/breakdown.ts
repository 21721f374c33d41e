/** Sums as a breakdown: earned and taken on each axis. */
import { axisOf, type Sums } from "../accounts/sums.ts";
import type { Axis } from "../accounts/turn-account.ts";
import type { Breakdown } from "./sub-session-answer.ts";

/** What a breakdown shows next to the sums. */
export interface BreakdownFacts {
  cap: Breakdown["cap"];
  changeTurns: number;
  medianMsPerToken: number | null;
}

/** Returns the breakdown of sums. */
export function breakdownOf(sums: Sums, { cap, changeTurns, medianMsPerToken }: BreakdownFacts): Breakdown {
  const hasHumanTime = sums.took.h > 0;
  return {
    tokens: axisAnswer(sums, "t"),
    turns: axisAnswer(sums, "n"),
    humanTime: axisAnswer(sums, "h"),
    undone: { humanTimeEarned: hasHumanTime ? sums.earned.k : null },
    cap,
    changeTurns,
    latency: { medianMsPerToken },
  };
}

/** One axis of sums; all null where nothing was taken. */
export function axisAnswer(sums: Sums, axis: Axis): Breakdown["tokens"] {
  const [actual, earned] = [sums.took[axis], sums.earned[axis]];
  return actual === 0
    ? { actual: null, earned: null, axis: null }
    : { actual, earned, axis: axisOf(sums, axis) };
}
