/** What is spent of a budget, with a mark for how much of the month has passed. */
import type { Budget } from "./fetch-governance.ts";
import { sayBar } from "./pace.ts";

export interface BudgetBarProps {
  budget: Pick<Budget, "spentUsd" | "limitUsd">;
  /** How much of the month has passed, 0 to 1. */
  passed: number;
}

/** Where the limit is on a bar that has room for more. */
const LIMIT_AT = 80;

export function BudgetBar({ budget, passed }: BudgetBarProps) {
  const { spentUsd, limitUsd } = budget;
  const share = limitUsd === 0 ? (spentUsd > 0 ? 2 : 0) : spentUsd / limitUsd;
  const end = Math.min(100, share * LIMIT_AT);
  const today = passed * LIMIT_AT;
  return (
    <svg
      className="budget-bar"
      viewBox="0 0 100 16"
      preserveAspectRatio="none"
      role="img"
      aria-label={sayBar(budget, passed)}
    >
      <rect className="room" x="0" y="4" width={LIMIT_AT} height="8" />
      <rect className="spent" x="0" y="4" width={Math.min(end, LIMIT_AT)} height="8" />
      {end > LIMIT_AT && <rect className="beyond" x={LIMIT_AT} y="4" width={end - LIMIT_AT} height="8" />}
      <line className="today" x1={today} x2={today} y1="0" y2="16" />
    </svg>
  );
}
