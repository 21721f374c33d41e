/** Compares the cost of calls by the price table with the cost that the agents report. */
import type { MicroUsd } from "../vocabulary/units.ts";
import { type BilledCall, type CacheLifetime, costOf } from "./cost.ts";
import type { PriceTable } from "./price-table.ts";

/** One call's cost, reported and computed. */
export interface CostCheck {
  reported: MicroUsd;
  computed: MicroUsd;
  /** As `compareCosts` gives it. */
  difference: number | null;
  /** The lifetime of the cache under which the two agree best. */
  cacheLifetime: CacheLifetime;
}

/**
 * Returns how far the computed cost is from the reported one, as a share of the reported one.
 *
 * @returns 0 when they are equal, 0.1 when 10 % too much is computed, -0.1 when too little; null when
 *   the reported cost is 0 and the computed one is not.
 */
export function compareCosts(reported: MicroUsd, computed: MicroUsd): number | null {
  if (reported === computed) return 0;
  return reported === 0 ? null : (computed - reported) / reported;
}

/**
 * Compares a call's computed cost with the one that its agent reports.
 *
 * Agents do not say how long a cache keeps what was written to it, and vendors charge more for the longer time; so
 * both are tried.
 *
 * @returns null when the agent reports no cost or the table has no price.
 */
export function checkCost(
  table: PriceTable,
  call: BilledCall & { reportedCost: MicroUsd | null },
): CostCheck | null {
  const { reportedCost: reported } = call;
  const usual = costOf(table, call, "usual");
  const long = costOf(table, call, "long");
  if (reported === null || usual === null || long === null) return null;
  const isLong = Math.abs(long - reported) < Math.abs(usual - reported);
  const computed = isLong ? long : usual;
  return {
    reported,
    computed,
    difference: compareCosts(reported, computed),
    cacheLifetime: isLong ? "long" : "usual",
  };
}
