/** What a month will have cost, by the days before. */
import { DAY, type Instant } from "../../vocabulary/units.ts";

/** One whole day's cost. */
export interface DayCost {
  day: number;
  usd: number;
}

/** A month that is not over. */
export interface MonthSoFar {
  /** What it cost so far, today included. */
  spentUsd: number;
  todayUsd: number;
  now: Instant;
  /** Its end, exclusive. */
  end: Instant;
}

/** Eight weeks: how a team works changes, and each weekday should be there several times. */
export const DAYS_BEHIND = 56;
const FEWEST_DAYS = 14;
/** Half of the 80 % interval of a normal distribution, in standard deviations. */
const DEVIATIONS = 1.2816;
const WEEKEND: ReadonlySet<number> = new Set([0, 6]);

/**
 * Returns what the month will have cost, and its 80 % interval.
 *
 * Working days and days of the weekend each cost their mean; the interval is that of the days to come and of the two
 * means. What was spent already is its lower bound.
 *
 * @param before - Whole days before today, those without work included; null for fewer than 14.
 */
export function forecastMonth(
  before: readonly DayCost[],
  { spentUsd, todayUsd, now, end }: MonthSoFar,
): { expected: number; low: number; high: number } | null {
  if (before.length < FEWEST_DAYS) return null;
  const today = Math.floor(now / DAY);
  const kinds = [false, true].map((weekend) => {
    const costs = before.filter(({ day }) => isWeekend(day) === weekend).map(({ usd }) => usd);
    return { weekend, ...spreadOf(costs) };
  });
  let expected = spentUsd;
  let variance = 0;
  for (const { weekend, count, mean, variance: ofDay } of kinds) {
    const left = countDays(today + 1, Math.floor(end / DAY), weekend);
    expected += left * mean;
    variance += left * ofDay + (left * left * ofDay) / Math.max(1, count);
    if (isWeekend(today) === weekend) expected += Math.max(0, mean - todayUsd);
  }
  const half = DEVIATIONS * Math.sqrt(variance);
  return { expected, low: Math.max(spentUsd, expected - half), high: expected + half };
}

function isWeekend(day: number): boolean {
  return WEEKEND.has(new Date(day * DAY).getUTCDay());
}

function countDays(from: number, to: number, weekend: boolean): number {
  let count = 0;
  for (let day = from; day < to; day += 1) count += Number(isWeekend(day) === weekend);
  return count;
}

function spreadOf(costs: readonly number[]): { count: number; mean: number; variance: number } {
  const count = costs.length;
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, count);
  const squares = costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0);
  return { count, mean, variance: count < 2 ? 0 : squares / (count - 1) };
}
