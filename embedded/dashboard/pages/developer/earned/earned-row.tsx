/** What the work of the time range took and earned: the sums that scores are computed from. */
import { useContext } from "react";
import { HeldAgainst } from "../../../charts/held-against.ts";
import { Cell, Row } from "../../../parts/layout.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import type { BaselineSource } from "../../../../../src/metrics/baselines/baseline-versions.ts";
import { sayEarned, sayEvidence } from "../../../words/earned.ts";
import { TasksEarned, type TasksEarnedProps } from "./tasks-earned.tsx";
import { type AxisName, type EarnedScore, earnedRows, sayAxes, sayAxis } from "./earned-rows.ts";

interface EarnedRowProps extends Pick<TasksEarnedProps, "row"> {
  /** null where the reader does not see the tasks. */
  list: TasksEarnedProps["list"] | null;
}

/** Nothing where no score has sums yet. */
export function EarnedRow({ row, list }: EarnedRowProps) {
  const baseline = useContext(HeldAgainst);
  const rows = earnedRows(row);
  if (rows.length === 0) return null;
  return (
    <Row>
      <Cell
        span={12}
        title="What was taken and earned"
        more="taken → earned, over all tasks of the time range"
      >
        <Table
          label="What was taken and earned"
          rows={rows}
          keyOf={({ title }) => title}
          columns={columnsFor(baseline)}
        />
        <p className="note under-table">
          Each turn takes tokens, a prompt and human time, and earns what a turn of its kind usually takes.
          {baseline === "shipped" && " Held against shipped values; your own from 30 tasks on."} In Speed,
          undone work counts half.
        </p>
        {list !== null && <TasksEarned row={row} list={list} />}
      </Cell>
    </Row>
  );
}

function columnsFor(baseline: BaselineSource | undefined): readonly Column<EarnedScore>[] {
  return [
    {
      title: "Score",
      cell: ({ title, parts }) => (
        <>
          <span className="nowrap">{title}</span>
          <span className="only-narrow">
            {sayAxes(parts)}. {sayEarned(parts, baseline)}. {sayEvidence(parts)}.
          </span>
        </>
      ),
    },
    axisColumn("Tokens", "tokens"),
    axisColumn("Prompts", "turns"),
    { ...axisColumn("Human time", "humanTime"), unit: "min" },
    {
      title: "Together",
      hidesBelow: 720,
      cell: ({ parts }) => <span className="nowrap">{sayEarned(parts, baseline)}</span>,
    },
    {
      title: "Evidence",
      hidesBelow: 1280,
      cell: ({ parts }) => <span className="second">{sayEvidence(parts)}</span>,
    },
  ];
}

function axisColumn(title: string, axis: AxisName): Column<EarnedScore> {
  return { title, align: "right", hidesBelow: 720, cell: ({ parts }) => sayAxis(parts, axis) };
}
