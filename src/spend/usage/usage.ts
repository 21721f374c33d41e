/** What a sub-session spent on each model, and what says whether another model would have done. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { ModelCall } from "../../normaliser/event.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import type { MicroUsd } from "../../vocabulary/units.ts";
import { spentOn, tellsSpend } from "../spend.ts";
import { type Waste, wasteIn } from "../waste/waste.ts";
import { addBands, bandOf, type BandTokens } from "./bands.ts";
import { type Difficulty, difficultyOf, workToJudge } from "./difficulty.ts";

/** Another one whenever usage is added up or kept in another way. */
export const USAGE_VERSION = "usage 4";

/** How much work it was, in three classes of its size bucket. */
export type WorkSize = "small" | "medium" | "large";

/** One model's calls in a sub-session, at one effort. */
export interface ModelUsage {
  /** As the agent names it; null where it does not. */
  model: string | null;
  /** How hard it was asked to reason; null where the agent does not say. */
  effort: string | null;
  /** The agent's calls for itself. */
  helper: boolean;
  calls: number;
  /** Those whose cost nobody knows; they are not in `cost`. */
  unpriced: number;
  /** Those that have no tokens: what they would cost elsewhere cannot be computed. */
  tokenless: number;
  cost: MicroUsd;
  bands: BandTokens[];
}

/** A sub-session's usage. */
export interface SubSessionUsage {
  agent: Agent;
  /** Of its first judged prompt; null when none was judged. */
  intent: string | null;
  size: WorkSize;
  difficulty: Difficulty;
  outcome: Outcome;
  /** Whether it counts in scores and is over, at least for now. */
  counts: boolean;
  /** Its non-trivial turns, and its repair turns. */
  turns: number;
  repairs: number;
  models: ModelUsage[];
  waste: Waste;
}

/** What usage needs to know in addition to the sub-session. */
export interface UsageKnowledge {
  agent: Agent;
  intent: string | null;
  /** How many of its turns are repairs. */
  repairs: number;
  prices: PriceTable;
}

/** Adds up one sub-session. */
export function usageOf(subSession: SubSession, knowledge: UsageKnowledge): SubSessionUsage {
  const { agent, intent, repairs, prices } = knowledge;
  const { bucket, outcome, scoreable, state, nonTrivialTurns } = subSession;
  return {
    agent,
    intent,
    size: sizeOfBucket(bucket),
    difficulty: difficultyOf(workToJudge(subSession, repairs)),
    outcome,
    counts: scoreable && state !== "open",
    turns: nonTrivialTurns,
    repairs,
    models: usageByModel(subSession, prices),
    waste: wasteIn(subSession, { agent, prices }),
  };
}

/** Returns the class of a size bucket. */
export function sizeOfBucket(bucket: number): WorkSize {
  if (bucket <= 1) return "small";
  return bucket <= 3 ? "medium" : "large";
}

function usageByModel({ turns }: SubSession, prices: PriceTable): ModelUsage[] {
  const byName = new Map<string, ModelUsage>();
  for (const turn of turns) {
    for (const event of turn.events) {
      if (event.kind === "model_call") addCall(byName, event, { prices, helper: false });
    }
    for (const call of turn.helperCalls) addCall(byName, call, { prices, helper: true });
  }
  return [...byName.values()];
}

function addCall(
  byName: Map<string, ModelUsage>,
  call: ModelCall,
  { prices, helper }: { prices: PriceTable; helper: boolean },
): void {
  if (!tellsSpend(call)) return;
  const { model, effort = null, tokens } = call;
  const name = JSON.stringify([model, effort, helper]);
  const usage = byName.get(name) ?? noUsage({ model, effort, helper });
  byName.set(name, usage);
  const cost = spentOn(prices, call);
  usage.calls += 1;
  usage.unpriced += Number(cost === null);
  usage.cost += cost ?? 0;
  usage.tokenless += Number(Object.values(tokens).every((count) => count === null));
  const { input, output, cacheRead, cacheCreation } = tokens;
  addBands(usage.bands, [[bandOf(tokens), input ?? 0, output ?? 0, cacheRead ?? 0, cacheCreation ?? 0]]);
}

function noUsage(named: Pick<ModelUsage, "model" | "effort" | "helper">): ModelUsage {
  return { ...named, calls: 0, unpriced: 0, tokenless: 0, cost: 0, bands: [] };
}

/** The model that did the work: the one on which most was spent, else the one called most; null when there is none. */
export function mainUsage({ models }: Pick<SubSessionUsage, "models">): ModelUsage | null {
  const [most] = models
    .filter(({ helper }) => !helper)
    .toSorted((left, right) => right.cost - left.cost || right.calls - left.calls);
  return most ?? null;
}
