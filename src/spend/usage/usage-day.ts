/** Usage of one day, added up by everything that a recommendation distinguishes. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { MicroUsd } from "../../vocabulary/units.ts";
import type { Found } from "../waste/found.ts";
import { WASTE_KINDS, type WasteKind } from "../waste/waste.ts";
import { addBands, type BandTokens } from "./bands.ts";
import type { Difficulty } from "./difficulty.ts";
import { mainUsage, type ModelUsage, type SubSessionUsage, type WorkSize } from "./usage.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** One sub-session, as it is kept. */
export interface UsedSubSession {
  id: string;
  session: SessionName;
  usage: SubSessionUsage;
}

/** What all calls of a model cost, helpers' too. */
export interface ModelTotal {
  model: string | null;
  calls: number;
  unpriced: number;
  cost: MicroUsd;
}

/** Sub-sessions that counted and in which the same model did the same kind of work. */
export interface UsageGroup {
  agent: Agent;
  intent: string | null;
  size: WorkSize;
  difficulty: Difficulty;
  model: string | null;
  effort: string | null;
  /**
   * Whether every sub-session that their session has on this day was easy and ran on the same model: then another one
   * could have been chosen when it began. A change in mid-session loses the cache.
   */
  easy: boolean;
  /** Whether each call of the model has tokens and a price. */
  known: boolean;
  /** The band of the call that read most. */
  widest: number;
  subSessions: number;
  reached: number;
  abandoned: number;
  turns: number;
  repairs: number;
  /** Of the model that did the work, as are the tokens. */
  cost: MicroUsd;
  bands: BandTokens[];
  /** The most expensive of them. */
  example: { id: string; session: SessionName; cost: MicroUsd };
}

/** One kind of waste in all sub-sessions. */
export interface WasteTotal extends Found {
  kind: WasteKind;
  subSessions: number;
  /** The one in which it cost most. */
  example: { id: string; session: SessionName; cost: MicroUsd };
}

/** A day, or several together. */
export interface UsageDay {
  models: ModelTotal[];
  waste: WasteTotal[];
  groups: UsageGroup[];
}

/** Adds up the sub-sessions of one day. */
export function usageDayOf(subSessions: readonly UsedSubSession[]): UsageDay {
  const sums = new Sums();
  for (const ofSession of Map.groupBy(subSessions, ({ session }) => session).values()) {
    const easy = isEasyThroughout(ofSession);
    for (const used of ofSession) {
      for (const usage of used.usage.models) addTotal(sums.models, usage);
      for (const total of wasteOf(used)) addWaste(sums.waste, total);
      const group = groupOf(used, easy);
      if (group !== null) addGroup(sums.groups, group);
    }
  }
  return sums.day();
}

/** Adds up days. */
export function joinUsage(days: Iterable<UsageDay>): UsageDay {
  const sums = new Sums();
  for (const day of days) {
    for (const total of day.models) addTotal(sums.models, total);
    for (const total of day.waste) addWaste(sums.waste, total);
    for (const group of day.groups) addGroup(sums.groups, group);
  }
  return sums.day();
}

class Sums {
  readonly models = new Map<string | null, ModelTotal>();
  readonly waste = new Map<WasteKind, WasteTotal>();
  readonly groups = new Map<string, UsageGroup>();

  day(): UsageDay {
    const { models, waste, groups } = this;
    return { models: [...models.values()], waste: [...waste.values()], groups: [...groups.values()] };
  }
}

function wasteOf({ id, session, usage }: UsedSubSession): WasteTotal[] {
  return WASTE_KINDS.flatMap((kind) => {
    const found = usage.waste[kind];
    if (found === undefined) return [];
    return [{ kind, ...found, subSessions: 1, example: { id, session, cost: found.cost } }];
  });
}

function addWaste(totals: Map<WasteKind, WasteTotal>, added: WasteTotal): void {
  const total = totals.get(added.kind);
  if (total === undefined) {
    totals.set(added.kind, { ...added });
    return;
  }
  total.count += added.count;
  total.cost += added.cost;
  total.subSessions += added.subSessions;
  if (added.example.cost > total.example.cost) total.example = added.example;
}

function isEasyThroughout(subSessions: readonly UsedSubSession[]): boolean {
  const models = new Set(subSessions.map(({ usage }) => mainUsage(usage)?.model));
  return models.size === 1 && subSessions.every(({ usage }) => usage.difficulty !== "complex");
}

function groupOf({ id, session, usage }: UsedSubSession, easy: boolean): UsageGroup | null {
  const main = mainUsage(usage);
  if (main === null || !usage.counts) return null;
  const { agent, intent, size, difficulty, outcome, turns, repairs } = usage;
  const { model, effort, cost, bands } = main;
  return {
    agent,
    intent,
    size,
    difficulty,
    model,
    effort,
    easy,
    known: main.unpriced === 0 && main.tokenless === 0,
    widest: Math.max(...bands.map(([band]) => band)),
    subSessions: 1,
    reached: Number(outcome === "reached"),
    abandoned: Number(outcome === "abandoned"),
    turns,
    repairs,
    cost,
    bands,
    example: { id, session, cost },
  };
}

function addTotal(
  totals: Map<string | null, ModelTotal>,
  { model, calls, unpriced, cost }: Pick<ModelUsage, keyof ModelTotal>,
): void {
  const total = totals.get(model);
  if (total === undefined) {
    totals.set(model, { model, calls, unpriced, cost });
    return;
  }
  total.calls += calls;
  total.unpriced += unpriced;
  total.cost += cost;
}

function addGroup(groups: Map<string, UsageGroup>, group: UsageGroup): void {
  const { agent, intent, size, difficulty, model, effort, easy, known, widest } = group;
  const key = `${agent} ${intent} ${size} ${difficulty} ${easy} ${known} ${widest} ${effort} ${model}`;
  const sum = groups.get(key);
  if (sum === undefined) {
    groups.set(key, { ...group, bands: group.bands.map((band) => [...band]) });
    return;
  }
  sum.subSessions += group.subSessions;
  sum.reached += group.reached;
  sum.abandoned += group.abandoned;
  sum.turns += group.turns;
  sum.repairs += group.repairs;
  sum.cost += group.cost;
  addBands(sum.bands, group.bands);
  if (group.example.cost > sum.example.cost) sum.example = group.example;
}
