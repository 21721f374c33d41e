/** Work of the same kind, model by model: what recommendations compare. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import { findModel, type PricedModel, type PriceTable } from "../../prices/price-table.ts";
import type { UsageGroup } from "../../spend/usage/usage-day.ts";
import type { WorkSize } from "../../spend/usage/usage.ts";
import type { Tried } from "./evidence.ts";

/** A kind of work. */
export interface Segment {
  agent: Agent;
  /** null: not judged, or of several intents. */
  intent: string | null;
  /** null: of several sizes. */
  size: WorkSize | null;
}

/** What one model did of it. */
export interface ModelWork {
  model: PricedModel;
  groups: readonly UsageGroup[];
}

/** A kind of work with every priced model that did some of it. */
export interface SegmentWork {
  segment: Segment;
  models: readonly ModelWork[];
}

/** Sorts groups by kind of work, then by model; those of models without a price are left out. */
export function segmentsOf(groups: readonly UsageGroup[], prices: PriceTable): SegmentWork[] {
  const kinds = Map.groupBy(groups, ({ agent, intent, size }) => `${agent} ${intent} ${size}`);
  return [...kinds.values()].flatMap((ofKind) => {
    const [first] = ofKind;
    if (first === undefined) return [];
    const { agent, intent, size } = first;
    return [{ segment: { agent, intent, size }, models: modelsOf(ofKind, prices) }];
  });
}

function modelsOf(groups: readonly UsageGroup[], prices: PriceTable): ModelWork[] {
  const priced = Map.groupBy(groups, ({ model }) => (model === null ? null : findModel(prices, model)));
  return [...priced].flatMap(([model, ofModel]) => (model === null ? [] : [{ model, groups: ofModel }]));
}

/** Every sub-session of the groups, hard ones too: a weaker model makes work look harder than it is. */
export function triedIn(groups: readonly UsageGroup[]): Tried {
  return {
    subSessions: groups.reduce((sum, group) => sum + group.subSessions, 0),
    reached: groups.reduce((sum, group) => sum + group.reached, 0),
  };
}
