/** Each budget, how much of it this month has cost, and what it will have cost. */
import { Cell } from "../../parts/layout.tsx";
import { Go, To } from "../../parts/links.tsx";
import { Word } from "../../parts/shape.tsx";
import type { Column } from "../../parts/table.tsx";
import { type BudgetForecast, forecastOf, sayForecast } from "../../words/budget-forecast.ts";
import { formatShare, formatThings } from "../../words/numbers.ts";
import { formatDay, now } from "../../words/times.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { type Budget, useSetBudgets } from "./fetch-governance.ts";
import { type Month, nameBudget, wishOfBudget, workOf } from "./governance-data.ts";
import { passedOf } from "./pace.ts";
import { RemovableTable } from "./removable-table.tsx";

export interface BudgetsCellProps {
  budgets: readonly Budget[];
  month: Month;
  isAdmin: boolean;
}

export function BudgetsCell({ budgets, month, isAdmin }: BudgetsCellProps) {
  const set = useSetBudgets();
  const passed = passedOf(month.from, now());
  return (
    <Cell span={isAdmin ? 8 : 12} title="Budgets" more={`since ${formatDay(month.from)}`}>
      <RemovableTable
        label="Budgets"
        rows={budgets}
        columns={columnsFor(month, passed)}
        nameOf={(budget) => `the budget: ${nameBudget(budget)}`}
        keep={(rows) => set.mutate(rows.map(wishOfBudget))}
        setting={set}
        isAdmin={isAdmin}
      />
      <p className="note pad-top">
        The upright mark is today: {formatShare(passed)} of the month has passed. The forecast, with its 80 %
        interval, is the one of <Go href="/usage">Usage</Go>.
      </p>
    </Cell>
  );
}

function columnsFor(month: Month, passed: number): readonly Column<Budget>[] {
  return [
    { title: "Whose", cell: (budget) => <Whose budget={budget} /> },
    {
      title: "Spent of the limit",
      hidesBelow: 720,
      grows: true,
      cell: (budget) => <BudgetBar budget={budget} passed={passed} />,
    },
    {
      title: "Spent",
      unit: "USD",
      align: "right",
      cell: (budget) => <To href={workOf(budget, month)}>{budget.spentUsd.toFixed(2)}</To>,
    },
    { title: "Limit", unit: "USD", align: "right", cell: ({ limitUsd }) => limitUsd.toFixed(2) },
    { title: "Forecast", cell: (budget) => <ForecastWord forecast={forecastOf(budget)} /> },
  ];
}

function Whose({ budget }: { budget: Budget }) {
  const { unpricedCalls } = budget;
  return (
    <>
      <span className="nowrap">{nameBudget(budget)}</span>
      {unpricedCalls > 0 && (
        <>
          <br />
          <span className="quiet nowrap">{formatThings(unpricedCalls, "call")} without price</span>
        </>
      )}
    </>
  );
}

const LOOKS = {
  over: ["diamond", "bad"],
  will_break: ["diamond", "warn"],
  within: ["tick", "good"],
  may_break: ["half", "warn"],
  early: ["ring", "quiet"],
} as const;

function ForecastWord({ forecast }: { forecast: BudgetForecast }) {
  const [shape, tone] = LOOKS[forecast.kind];
  return (
    <span className="budget-forecast">
      <Word shape={shape} tone={tone}>
        {sayForecast(forecast)}
      </Word>
      {"range" in forecast && (
        <>
          <br />
          <span className="quiet nowrap">{forecast.range}</span>
        </>
      )}
    </span>
  );
}
