/** One change that could be recommended, before it is weighed. */
import type { PricedModel } from "../../prices/price-table.ts";
import { fitsWindow } from "../../spend/usage/bands.ts";
import type { UsageGroup } from "../../spend/usage/usage-day.ts";
import type { MicroUsd } from "../../vocabulary/units.ts";
import type { Grade, Tried } from "./evidence.ts";
import { priceElsewhere } from "./price-elsewhere.ts";
import type { Segment } from "./segments.ts";

/** `model`: the next tier down. `effort`: less reasoning on the same model. `tier_up`: the next tier up. */
export type CandidateKind = "model" | "effort" | "tier_up";

/**
 * On which footing two costs are compared. `list_prices`: the same tokens at the list prices of both models, because what
 * the other one would cost by the agent's own count nobody knows. `spent`: what was spent on work at either effort.
 */
export const COST_BASES = ["list_prices", "spent"] as const;

export type CostBasis = (typeof COST_BASES)[number];

export interface Candidate {
  kind: CandidateKind;
  segment: Segment;
  /** The model that did the work. */
  model: string;
  /** Models; of kind `effort` efforts. */
  from: string;
  to: string;
  subSessions: number;
  /** What `current` and `projected` are. */
  basis: CostBasis;
  /** What the work costs without the change. */
  current: MicroUsd;
  /** What the same work is taken to cost after the change. */
  projected: MicroUsd;
  /** What was spent on the work, by the agents' own count where they report one. */
  spent: MicroUsd;
  grade: Grade;
  /** Sub-sessions of the segment on both sides. */
  matched: { from: Tried; to: Tried };
  examples: readonly UsageGroup["example"][];
  /** The kinds of work that it is for. */
  parts: readonly { segment: Segment; subSessions: number }[];
}

/**
 * More tokens than now, for work that another model or effort has to try again.
 *
 * @see docs/scoring.md, "Cheaper and stronger models".
 */
export const ALLOWANCE = 1.15;

/** Groups whose calls another model could have read, and what that is known to cost. */
export function fitting(groups: readonly UsageGroup[], model: PricedModel): UsageGroup[] {
  return groups.filter(({ known, widest }) => known && fitsWindow(model, widest));
}

/** What groups' tokens cost at the list prices of the model that did the work, and of another one. */
export function atListPrices(
  groups: readonly UsageGroup[],
  { from, to }: { from: PricedModel; to: PricedModel },
): Pick<Candidate, "basis" | "current" | "projected"> {
  const projected = priceElsewhere(groups, to) * ALLOWANCE;
  return { basis: "list_prices", current: priceElsewhere(groups, from), projected };
}

/** What was spent on groups, how many sub-sessions they are, and the most expensive of each. */
export function sumOf(
  segment: Segment,
  groups: readonly UsageGroup[],
): Pick<Candidate, "segment" | "subSessions" | "spent" | "examples" | "parts"> {
  const subSessions = countIn(groups);
  return {
    segment,
    subSessions,
    spent: costIn(groups),
    examples: groups.map(({ example }) => example),
    parts: [{ segment, subSessions }],
  };
}

export function countIn(groups: readonly UsageGroup[]): number {
  return groups.reduce((sum, group) => sum + group.subSessions, 0);
}

export function costIn(groups: readonly UsageGroup[]): MicroUsd {
  return groups.reduce((sum, group) => sum + group.cost, 0);
}
