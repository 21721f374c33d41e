/** A developer's newest sub-sessions; each leads to its part of the session. */
import { developerSessionsAddress } from "../../../address/developer-address.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useChangeParameters, useParameter } from "../../../address/range.ts";
import { sessionAddress } from "../../../address/session-address.ts";
import { Cell } from "../../../parts/layout.tsx";
import { Go, To } from "../../../parts/links.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { OutcomeWord } from "../../../parts/outcome.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { AGENT, STARTED } from "../../sessions/work-columns.tsx";
import { metricDefinitions } from "../../../words/inputs.ts";
import { formatCount, formatScore } from "../../../words/numbers.ts";
import { formatMoment } from "../../../words/times.ts";
import type { SubSessionList, SubSessionRow } from "../fetch-developer.ts";
import { readOpened, writeOpened } from "./opened.ts";
import { Unfolded } from "./unfolded.tsx";

export interface SubSessionsCellProps {
  list: UseQueryResult<SubSessionList>;
  developer: string;
}

export function SubSessionsCell({ list, developer }: SubSessionsCellProps) {
  const all = developerSessionsAddress(developer);
  return (
    <Cell
      span={12}
      title="Tasks"
      more={list.data === undefined ? undefined : `${sayShown(list.data)}; unfold one for its turns`}
      right={<Go href={all}>All sessions</Go>}
    >
      <Loaded
        query={list}
        what="The tasks"
        bones="lines"
        empty={({ rows }) => (rows.length === 0 ? <p className="second">None in this time range.</p> : null)}
      >
        {({ rows }) => (
          <>
            <Rows rows={rows} />
            <p className="note under-table">
              A task is counted from two turns, five tool calls or one change to a file on; the others are
              grey. Values are 0 to 100; a dash means too little evidence.
            </p>
          </>
        )}
      </Loaded>
    </Cell>
  );
}

/** One row unfolds at a time, to its turns and their records. */
function Rows({ rows }: Pick<SubSessionList, "rows">) {
  const [asked] = useParameter("open");
  const change = useChangeParameters();
  const opened = readOpened(asked);
  const isOpen = ({ subSessionId }: SubSessionRow): boolean => subSessionId === opened?.subSessionId;
  return (
    <Table
      label="Tasks"
      rows={rows}
      keyOf={({ subSessionId }) => subSessionId}
      columns={columns()}
      details={{
        nameOf: ({ title, startedAt }) => `Turns of ${title ?? "the task"}, ${formatMoment(startedAt)}`,
        isOpen,
        toggle: (row) => {
          const { subSessionId } = row;
          change({ open: isOpen(row) ? null : writeOpened({ subSessionId, turn: null }), record: null });
        },
        cell: (row) => <Unfolded row={row} turn={opened?.turn ?? null} />,
      }}
    />
  );
}

function sayShown({ rows, total }: SubSessionList): string {
  const all = total === null ? "more than 10,000" : formatCount(total);
  return rows.length === total ? `all ${all}, the newest first` : `the newest ${rows.length} of ${all}`;
}

/** The first metric keeps its place on a phone; there is no room for the others. */
function columns(): readonly Column<SubSessionRow>[] {
  const metrics = metricDefinitions().map(({ metric, short }, place): Column<SubSessionRow> => ({
    title: short,
    align: "right",
    ...(place > 0 && { hidesBelow: 1280 }),
    cell: (row) => valueOf(row, row[metric]),
  }));
  return [...BEGINNING, ...metrics];
}

const BEGINNING: readonly Column<SubSessionRow>[] = [
  { title: "Task", grows: true, cell: purposeOf },
  AGENT,
  STARTED,
  { title: "Turns", align: "right", hidesBelow: 720, cell: ({ turns }) => formatCount(turns) },
  { title: "Outcome", cell: ({ outcome }) => <OutcomeWord outcome={outcome} /> },
  { title: "Speed", align: "right", hidesBelow: 1280, cell: (row) => valueOf(row, row.speed) },
  { title: "Efficiency", align: "right", hidesBelow: 1280, cell: (row) => valueOf(row, row.efficiency) },
];

function valueOf({ scoreable }: SubSessionRow, value: number | null) {
  return scoreable ? formatScore(value) : <span className="quiet">{formatScore(value)}</span>;
}

function purposeOf({ title, sessionId, index }: SubSessionRow) {
  const view = index === null ? {} : { subSession: index };
  return <To href={sessionAddress(sessionId, view)}>{title ?? "text withheld"}</To>;
}
