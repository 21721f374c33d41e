/** The last weeks: what was answered, what many answered together, and that week's scores. */
import { Cell } from "../../parts/layout.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatScore, NO_VALUE } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";
import type { WeekRow } from "./check-in-data.ts";

export function WeeksCell({ rows, isPerson }: { rows: readonly WeekRow[]; isPerson: boolean }) {
  if (!isPerson && rows.every(({ team }) => team === null))
    return (
      <Cell span={8} title="Weeks">
        <p className="second">
          Once five people with an account or a personal key have answered in a week that is over, its mean is
          here; after five such weeks, a chart of mood next to Skill. Each of them answers under Check-in,
          once a week.
        </p>
      </Cell>
    );
  return (
    <Cell span={8} title="Weeks" more="answers from 1 to 5, scores of 100">
      <Table label="Weeks" rows={rows} keyOf={({ week }) => week} columns={columnsFor(rows, isPerson)} />
    </Cell>
  );
}

/** A mean that no week has is no column. */
function columnsFor(rows: readonly WeekRow[], isPerson: boolean): readonly Column<WeekRow>[] {
  if (!isPerson) return [WEEK, TEAM];
  return rows.some(({ team }) => team !== null) ? [WEEK, MINE, TEAM, ...SCORES] : [WEEK, MINE, ...SCORES];
}

const WEEK: Column<WeekRow> = {
  title: "Week",
  unit: "from",
  grows: true,
  cell: ({ week, from }) => (
    <>
      {formatDay(from)} <span className="quiet">{week}</span>
    </>
  ),
};

const MINE: Column<WeekRow> = {
  title: "You",
  align: "right",
  cell: ({ mine }) => (mine === null ? NO_VALUE : String(mine)),
};

const TEAM: Column<WeekRow> = {
  title: "Mean of all",
  align: "right",
  cell: ({ team, isOver }) =>
    team === null ? (
      <span className="quiet">{isOver ? "fewer than five answers" : "once it is over"}</span>
    ) : (
      <>
        {team.mean.toFixed(1)} <span className="quiet">of {team.people}</span>
      </>
    ),
};

const SCORES: readonly Column<WeekRow>[] = [
  {
    title: "Speed",
    align: "right",
    hidesBelow: 720,
    cell: ({ scores }) => formatScore(scores?.speed ?? null),
  },
  {
    title: "Skill",
    align: "right",
    hidesBelow: 720,
    cell: ({ scores }) => formatScore(scores?.skill ?? null),
  },
  {
    title: "Efficiency",
    align: "right",
    hidesBelow: 720,
    cell: ({ scores }) => formatScore(scores?.efficiency ?? null),
  },
];
