/** Usage of sub-sessions as a test wants it. */
import type { SubSessionTally } from "../../../src/spend/tallies/sub-session-tally.ts";
import { type Counted, tallyOf } from "../../../src/spend/tallies/tally.ts";
import type { SubSessionUsage, ModelUsage } from "../../../src/spend/usage/usage.ts";

/** One model's calls: a dollar, in calls that read at most 100,000 tokens. */
export function modelUsage(changes: Partial<ModelUsage> = {}): ModelUsage {
  return {
    model: "claude-opus-5-5",
    effort: null,
    helper: false,
    calls: 4,
    unpriced: 0,
    tokenless: 0,
    cost: 1_000_000,
    bands: [[1, 1_000, 20_000, 100_000, 40_000]],
    ...changes,
  };
}

/** An easy sub-session that reached its goal. */
export function usage(changes: Partial<SubSessionUsage> = {}): SubSessionUsage {
  return {
    agent: "claude-code",
    intent: "fix",
    size: "small",
    difficulty: "routine",
    outcome: "reached",
    counts: true,
    turns: 2,
    repairs: 0,
    models: [modelUsage()],
    waste: {},
    ...changes,
  };
}

/** What one sub-session counts: one turn, one call of a model, one of a tool. */
export function tally(counts: Partial<Record<Counted, number>> = {}): SubSessionTally {
  const called = { modelCalls: 1, spendCalls: 1, cost: 1_000_000, input: 1_000 };
  return {
    agent: "claude-code",
    all: tallyOf({
      subSessions: 1,
      sessions: 1,
      goals: 1,
      reached: 1,
      turns: 1,
      toolCalls: 1,
      ...called,
      ...counts,
    }),
    models: [["claude-opus-5-5", tallyOf(called, ["input"])]],
    tools: [["mcp__issues__find", "issues", 1, 0, 20]],
  };
}
