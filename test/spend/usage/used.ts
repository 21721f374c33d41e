/** Usage of sub-sessions as a test wants it. */
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
