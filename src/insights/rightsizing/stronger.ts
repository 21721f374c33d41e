/** Work on which a model fails so often that a stronger one may be worth its price. */
import type { PriceTable } from "../../prices/price-table.ts";
import { rungOf } from "../../prices/tiers.ts";
import { atListPrices, type Candidate, fitting, sumOf } from "./candidate.ts";
import { gradeOf } from "./evidence.ts";
import { type ModelWork, type SegmentWork, triedIn } from "./segments.ts";

/** @see docs/scoring.md, "Cheaper and stronger models". */
const REPAIR_SHARE = 0.4;
const ABANDONED = 2;

/** What costs more must reach more. */
const LEAST_DIFFERENCE = 0;

/** The next tier up; null when the model does well enough, or there is none. */
export function nextTierUp(
  { model, groups }: ModelWork,
  { segment, models }: SegmentWork,
  prices: PriceTable,
): Candidate | null {
  const higher = rungOf(prices, model)?.up ?? null;
  if (higher === null || !isFailing(groups)) return null;
  const moved = fitting(groups, higher);
  const done = models.find((other) => other.model === higher)?.groups ?? [];
  const matched = { from: triedIn(groups), to: triedIn(done) };
  const grade = gradeOf(matched.from, matched.to, LEAST_DIFFERENCE);
  if (moved.length === 0 || grade === null) return null;
  const named = { kind: "tier_up" as const, model: model.name, from: model.name, to: higher.name };
  const costs = atListPrices(moved, { from: model, to: higher });
  return { ...named, ...sumOf(segment, moved), ...costs, grade, matched };
}

/** Whether so many turns repair, and so much is given up, that another model is worth a try. */
export function isFailing(groups: ModelWork["groups"]): boolean {
  const total = (of: "turns" | "repairs" | "abandoned"): number =>
    groups.reduce((sum, group) => sum + group[of], 0);
  const repairs = total("repairs");
  return total("abandoned") >= ABANDONED && repairs > 0 && repairs >= REPAIR_SHARE * total("turns");
}
