/** Easy work that a cheaper model, or the same one with less reasoning, may do as well. */
import type { PriceTable } from "../../prices/price-table.ts";
import { rungOf } from "../../prices/tiers.ts";
import type { UsageGroup } from "../../spend/usage/usage-day.ts";
import { ALLOWANCE, atListPrices, type Candidate, costIn, countIn, fitting, sumOf } from "./candidate.ts";
import { gradeOf } from "./evidence.ts";
import { type ModelWork, type SegmentWork, triedIn } from "./segments.ts";

/** So much less often a goal may be reached: beyond it nothing is saved. */
const LEAST_DIFFERENCE = -0.05;

/** The next tier down for a model's easy work; null when there is none, or what was done on it speaks against it. */
export function nextTierDown(
  { model, groups }: ModelWork,
  { segment, models }: SegmentWork,
  prices: PriceTable,
): Candidate | null {
  const lower = rungOf(prices, model)?.down ?? null;
  if (lower === null) return null;
  const moved = fitting(groups.filter(isEasy), lower);
  const done = models.find((other) => other.model === lower)?.groups ?? [];
  const matched = { from: triedIn(groups), to: triedIn(done) };
  const grade = gradeOf(matched.from, matched.to, LEAST_DIFFERENCE);
  if (moved.length === 0 || grade === null) return null;
  const named = { kind: "model" as const, model: model.name, from: model.name, to: lower.name };
  const costs = atListPrices(moved, { from: model, to: lower });
  return { ...named, ...sumOf(segment, moved), ...costs, grade, matched };
}

/** How hard models can be asked to reason, the least first, in the words of the agents that report it. */
const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** What the next lower effort costs nobody lists, so it must have been tried at least so often. */
const LEAST_TRIED = 5;

/** Less reasoning for a model's easy work, for each effort at which a lower one was tried. */
export function lowerEfforts({ model, groups }: ModelWork, { segment }: SegmentWork): Candidate[] {
  const byEffort = Map.groupBy(groups, ({ effort }) => effort ?? "");
  return [...byEffort].flatMap(([effort, done]) => {
    const lower = nextLower(effort, byEffort);
    const moved = easyAndKnown(done);
    if (lower === null || moved.length === 0) return [];
    const tried = byEffort.get(lower) ?? [];
    const matched = { from: triedIn(done), to: triedIn(tried) };
    const grade = gradeOf(matched.from, matched.to, LEAST_DIFFERENCE);
    if (grade === null) return [];
    const usual = easyAndKnown(tried);
    const projected = (costIn(usual) / countIn(usual)) * countIn(moved) * ALLOWANCE;
    const named = { kind: "effort" as const, model: model.name, from: effort, to: lower };
    const costs = { basis: "spent" as const, current: costIn(moved), projected };
    return [{ ...named, ...sumOf(segment, moved), ...costs, grade, matched }];
  });
}

function nextLower(effort: string, tried: ReadonlyMap<string, readonly UsageGroup[]>): string | null {
  const lower = EFFORTS.slice(0, Math.max(0, EFFORTS.indexOf(effort))).toReversed();
  const isTried = (name: string): boolean => countIn(easyAndKnown(tried.get(name) ?? [])) >= LEAST_TRIED;
  return lower.find(isTried) ?? null;
}

function isEasy({ easy }: UsageGroup): boolean {
  return easy;
}

function easyAndKnown(groups: readonly UsageGroup[]): UsageGroup[] {
  return groups.filter(({ easy, known }) => easy && known);
}
