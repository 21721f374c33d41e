/** Shapes how the judge is into what the status shows and what `/metrics` shows. */
import { isoTime } from "../../vocabulary/times.ts";
import type { Family } from "../../http/self/exposition.ts";
import type { JudgeStatus } from "../../http/self/status-answer.ts";
import type { JudgeState } from "../../judge/open-judge.ts";
import type { Spent } from "../../judge/ledger-table.ts";
import { byLabel, counter, single, singleCounter } from "./families.ts";

/** The judge as the status shows it. */
export function describeJudge({
  model,
  closed,
  underWay,
  concurrency,
  month,
  budget,
  resetsAt,
  counts,
}: JudgeState): JudgeStatus {
  return {
    model,
    offline: closed === "offline",
    underWay,
    concurrency,
    month: describeSpent(month),
    budget: { usd: budget.cost === null ? null : budget.cost / 1e6, tokens: budget.tokens },
    resetsAt: isoTime(resetsAt),
    lastCall: counts.last === null ? null : { at: isoTime(counts.last.at), outcome: counts.last.end },
    lastAnsweredAt: counts.lastAnsweredAt === null ? null : isoTime(counts.lastAnsweredAt),
  };
}

/** What calls came to, as answers write it. */
export function describeSpent({
  calls,
  inputTokens,
  outputTokens,
  cost,
  unpriced,
}: Spent): JudgeStatus["month"] {
  return { calls, inputTokens, outputTokens, costUsd: cost / 1e6, unpricedCalls: unpriced };
}

/** Since the engine started; the month's figures are in the ledger. */
export function judgeFamilies({ counts, underWay, month }: JudgeState): Family[] {
  return [
    counter(
      "scoring_judge_calls",
      "Calls of the judge model, by what for and how they ended.",
      counts.calls.map(({ purpose, end, calls }) => ({ labels: { purpose, outcome: end }, value: calls })),
    ),
    counter(
      "scoring_judge_tokens",
      "Tokens that the judge model read and wrote.",
      byLabel("kind", { input: counts.inputTokens, output: counts.outputTokens }),
    ),
    singleCounter(
      "scoring_judge_cost_usd",
      "What these calls cost, where the price is known.",
      counts.cost / 1e6,
    ),
    single("scoring_judge_under_way", "Calls of the judge model at this moment.", underWay),
    single("scoring_judge_month_cost_usd", "Their cost in the calendar month so far.", month.cost / 1e6),
  ];
}
