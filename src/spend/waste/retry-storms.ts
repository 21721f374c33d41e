/** The same call that failed, made again and again with nothing changed in between. */
import type { Turn } from "../../turns/turn.ts";
import { readTool } from "../../turns/work.ts";
import { askTheSame, type CostOf, type PaidCall, paidCalls } from "./tool-costs.ts";
import { type Found, NOTHING_FOUND } from "./found.ts";

/** Fewer are a second try. */
const LEAST_CALLS = 3;

/**
 * Finds storms within turns.
 *
 * @returns How many storms, and what all calls after the first of each cost.
 * @see docs/scoring.md, "Waste".
 */
export function findRetryStorms(turns: readonly Turn[], costOf: CostOf): Found {
  const found = { ...NOTHING_FOUND };
  for (const turn of turns) {
    for (const run of failedRuns(paidCalls(turn, costOf))) {
      if (run.length < LEAST_CALLS) continue;
      found.count += 1;
      found.cost += run.slice(1).reduce((sum, { cost }) => sum + cost, 0);
    }
  }
  return found;
}

/** Calls in a row that failed and asked for the same; what changes something, or works, ends a row. */
function failedRuns(calls: readonly PaidCall[]): PaidCall[][] {
  const runs: PaidCall[][] = [];
  for (const paid of calls) {
    const run = runs.at(-1);
    const first = run?.[0];
    const { failed } = readTool(paid.call);
    if (run !== undefined && first !== undefined && failed && askTheSame(first.call, paid.call))
      run.push(paid);
    else runs.push(failed ? [paid] : []);
  }
  return runs;
}
