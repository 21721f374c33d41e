/** How a budget's month goes: what is spent, what will be at this pace, and in which words. */
import { formatShare, formatUsd } from "../../words/numbers.ts";
import type { Budget } from "./fetch-governance.ts";

/** Before that much of a month has passed, one day decides what its pace is. */
const EARLY = 0.1;

/** What is spent of a budget, and what its month comes to at this pace. */
export type Pace =
  | { kind: "over"; byUsd: number }
  | { kind: "early" }
  | { kind: "will_break"; projectedUsd: number; byUsd: number }
  | { kind: "within"; projectedUsd: number };

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

export function paceOf({ spentUsd, limitUsd }: Pick<Budget, "spentUsd" | "limitUsd">, passed: number): Pace {
  if (spentUsd > limitUsd) return { kind: "over", byUsd: spentUsd - limitUsd };
  if (passed < EARLY) return { kind: "early" };
  const projectedUsd = spentUsd / passed;
  return projectedUsd > limitUsd
    ? { kind: "will_break", projectedUsd, byUsd: projectedUsd - limitUsd }
    : { kind: "within", projectedUsd };
}

/** Returns "over by $24.88", "at this pace $315.00, over by $15.00". */
export function sayPace(pace: Pace): string {
  switch (pace.kind) {
    case "over":
      return `over by ${formatUsd(pace.byUsd)}`;
    case "early":
      return "too early to see the pace";
    case "will_break":
      return `at this pace ${formatUsd(pace.projectedUsd)}, over by ${formatUsd(pace.byUsd)}`;
    case "within":
      return `at this pace ${formatUsd(pace.projectedUsd)}`;
  }
}

/** Returns "$240.00 of $300.00 spent, 80 %; 77 % of the month has passed". */
export function sayBar(
  { spentUsd, limitUsd }: Pick<Budget, "spentUsd" | "limitUsd">,
  passed: number,
): string {
  const share = limitUsd === 0 ? "" : `, ${formatShare(spentUsd / limitUsd)}`;
  return `${formatUsd(spentUsd)} of ${formatUsd(limitUsd)} spent${share}; ${formatShare(passed)} of the month has passed`;
}
