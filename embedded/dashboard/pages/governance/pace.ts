/** How much of a budget's month has passed, and what is spent, in words. */
import { formatShare, formatUsd } from "../../words/numbers.ts";
import type { Budget } from "./fetch-governance.ts";

/**
 * Returns how much of a calendar month in UTC has passed, 0 to 1.
 *
 * @param from - The beginning of the month, as the API gives it.
 */
export function passedOf(from: string, now: number): number {
  const begin = new Date(from);
  const end = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1);
  return Math.min(1, Math.max(0, (now - begin.getTime()) / (end - begin.getTime())));
}

/** Returns "$240.00 of $300.00 spent, 80 %; 77 % of the month has passed". */
export function sayBar(
  { spentUsd, limitUsd }: Pick<Budget, "spentUsd" | "limitUsd">,
  passed: number,
): string {
  const share = limitUsd === 0 ? "" : `, ${formatShare(spentUsd / limitUsd)}`;
  return `${formatUsd(spentUsd)} of ${formatUsd(limitUsd)} spent${share}; ${formatShare(passed)} of the month has passed`;
}
