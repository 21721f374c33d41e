/** Each budget, and how much of it this month has cost. */
import { Cell } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { Word } from "../../parts/shape.tsx";
import type { Column } from "../../parts/table.tsx";
import { formatCount } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";
import { type Budget, useSetBudgets } from "./fetch-governance.ts";
import { isSpent, nameBudget, sayShare, wishOfBudget, workOf } from "./governance-data.ts";
import { RemovableTable } from "./removable-table.tsx";

export interface BudgetsCellProps {
  budgets: readonly Budget[];
  from: string;
  isAdmin: boolean;
}

export function BudgetsCell({ budgets, from, isAdmin }: BudgetsCellProps) {
  const set = useSetBudgets();
  return (
    <Cell span={8} title="Budgets" more={`since ${formatDay(from)}`}>
      <RemovableTable
        label="Budgets"
        rows={budgets}
        columns={COLUMNS}
        nameOf={(budget) => `the budget: ${nameBudget(budget)}`}
        keep={(rows) => set.mutate(rows.map(wishOfBudget))}
        setting={set}
        isAdmin={isAdmin}
      />
    </Cell>
  );
}

const COLUMNS: readonly Column<Budget>[] = [
  { title: "Whose", grows: true, cell: nameBudget },
  { title: "Limit", unit: "USD", align: "right", cell: ({ limitUsd }) => limitUsd.toFixed(2) },
  {
    title: "Spent",
    unit: "USD",
    align: "right",
    cell: (budget) => <To href={workOf(budget)}>{budget.spentUsd.toFixed(2)}</To>,
  },
  { title: "Share", align: "right", hidesBelow: 720, cell: sayShare },
  {
    title: "Calls without price",
    align: "right",
    hidesBelow: 1280,
    cell: ({ unpricedCalls }) => (unpricedCalls === 0 ? "none" : formatCount(unpricedCalls)),
  },
  {
    title: "State",
    cell: (budget) =>
      isSpent(budget) ? (
        <Word shape="diamond" tone="warn">
          spent
        </Word>
      ) : (
        <Word shape="tick" tone="good">
          holds
        </Word>
      ),
  },
];
