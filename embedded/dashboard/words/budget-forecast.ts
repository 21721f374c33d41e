/** How a budget's month goes: what is spent, what it will have cost, and in which words. */
import { formatUsd } from "./numbers.ts";

/** A budget's month; the forecast is that of Usage. */
export interface BudgetMonth {
  limitUsd: number;
  spentUsd: number;
  /** null: too few days to go by. */
  expectedUsd: number | null;
  lowUsd: number | null;
  highUsd: number | null;
}

/** How the month goes. */
export type BudgetForecast =
  | { kind: "over"; byUsd: number }
  | { kind: "early" }
  | { kind: "will_break" | "may_break" | "within"; expectedUsd: number; range: string };

export function forecastOf({
  limitUsd,
  spentUsd,
  expectedUsd,
  lowUsd,
  highUsd,
}: BudgetMonth): BudgetForecast {
  if (spentUsd > limitUsd) return { kind: "over", byUsd: spentUsd - limitUsd };
  if (expectedUsd === null || lowUsd === null || highUsd === null) return { kind: "early" };
  const range = `${formatUsd(lowUsd)} to ${formatUsd(highUsd)}`;
  if (expectedUsd > limitUsd) return { kind: "will_break", expectedUsd, range };
  return { kind: highUsd > limitUsd ? "may_break" : "within", expectedUsd, range };
}

/** Returns "over by $24.88", "$315.00, over it". */
export function sayForecast(forecast: BudgetForecast): string {
  switch (forecast.kind) {
    case "over":
      return `over by ${formatUsd(forecast.byUsd)}`;
    case "early":
      return "too few days yet";
    case "will_break":
      return `${formatUsd(forecast.expectedUsd)}, over it`;
    case "may_break":
      return `${formatUsd(forecast.expectedUsd)}, may not hold`;
    case "within":
      return `${formatUsd(forecast.expectedUsd)}, holds`;
  }
}
