/** What the judge counted since the program started, for graphs and for the status. */
import type { Instant, MicroUsd, Tokens } from "../vocabulary/units.ts";
import type { CallEnd, JudgeCall } from "./ledger-table.ts";
import type { Purpose } from "./question.ts";

/** Calls of one purpose that ended one way. */
export interface CountedCalls {
  purpose: Purpose;
  end: CallEnd;
  calls: number;
}

/** The counts at one moment, as plain values. */
export interface JudgeCountsSnapshot {
  calls: CountedCalls[];
  inputTokens: Tokens;
  outputTokens: Tokens;
  cost: MicroUsd;
  /** How the last call ended; null before the first. */
  last: { end: CallEnd; at: Instant } | null;
  /** When a call last gave an answer; null when none has. */
  lastAnsweredAt: Instant | null;
  /** When the first call failed since one was answered; null while calls are answered. */
  failingSince: Instant | null;
}

/** Ends that say nothing of whether the model answers. */
const NO_FAILURE: ReadonlySet<CallEnd> = new Set<CallEnd>([
  "answered",
  "abandoned",
  "not_configured",
  "offline",
  "out_of_budget",
  "share_spent",
  "refused",
]);

export class JudgeCounts {
  private readonly calls = new Map<string, CountedCalls>();
  private readonly sums = { inputTokens: 0, outputTokens: 0, cost: 0 };
  private last: JudgeCountsSnapshot["last"] = null;
  private lastAnsweredAt: Instant | null = null;
  private failingSince: Instant | null = null;

  count({ purpose, end, at, inputTokens, outputTokens, cost }: JudgeCall): void {
    const counted = this.calls.get(`${purpose} ${end}`) ?? { purpose, end, calls: 0 };
    this.calls.set(`${purpose} ${end}`, { ...counted, calls: counted.calls + 1 });
    this.sums.inputTokens += inputTokens;
    this.sums.outputTokens += outputTokens;
    this.sums.cost += cost ?? 0;
    this.last = { end, at };
    if (!NO_FAILURE.has(end)) this.failingSince ??= at;
    if (end !== "answered") return;
    this.lastAnsweredAt = at;
    this.failingSince = null;
  }

  snapshot(): JudgeCountsSnapshot {
    return {
      calls: [...this.calls.values()],
      ...this.sums,
      last: this.last,
      lastAnsweredAt: this.lastAnsweredAt,
      failingSince: this.failingSince,
    };
  }
}
