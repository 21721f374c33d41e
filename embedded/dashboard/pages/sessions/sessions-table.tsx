/** The columns of the list of sessions. */
import type { ColumnSort } from "../../address/sorting.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { To } from "../../parts/links.tsx";
import type { Column } from "../../parts/table.tsx";
import { AGENT, STARTED } from "./work-columns.tsx";
import { labelValue, sayLabel } from "../../words/labels.ts";
import { formatCount, formatDuration, NO_VALUE } from "../../words/numbers.ts";
import { formatMoment } from "../../words/times.ts";
import type { SessionRow, SessionSort } from "./fetch-sessions.ts";

/** Shows who did it only where it may be anybody. */
export function columnsFor(
  whose: "everyone" | "one",
  sortBy: (sort: SessionSort) => ColumnSort,
): readonly Column<SessionRow>[] {
  const rest = [AGENT, { ...STARTED, sort: sortBy("started") }, ...MEASURES.map(sortable)];
  function sortable({ sort, ...column }: Measure): Column<SessionRow> {
    return sort === undefined ? column : { ...column, sort: sortBy(sort) };
  }
  return whose === "everyone" ? [beginning("everyone"), DEVELOPER, ...rest] : [beginning("one"), ...rest];
}

function beginning(whose: "everyone" | "one"): Column<SessionRow> {
  return {
    title: "Began with",
    grows: true,
    cell: ({ sessionId, title, developer, startedAt, labels }) => (
      <>
        <To href={sessionAddress(sessionId)}>{title ?? `Session ${sessionId.slice(0, 8)}, text withheld`}</To>
        <span className="only-narrow">
          {whose === "everyone" && `${developer.name}, `}
          <span className="nowrap">{formatMoment(startedAt)}</span>
          {labels.length > 0 && `, ${sayValues(labels)}`}
        </span>
      </>
    ),
  };
}

const DEVELOPER: Column<SessionRow> = {
  title: "Developer",
  hidesBelow: 720,
  cell: ({ developer }) => <span className="nowrap">{developer.name}</span>,
};

function sayValues(labels: readonly string[]): string {
  return labels.map(labelValue).join(", ");
}

interface Measure extends Omit<Column<SessionRow>, "sort"> {
  sort?: SessionSort;
}

const MEASURES: readonly Measure[] = [
  {
    title: "Labels",
    hidesBelow: 1280,
    cell: ({ labels }) => (
      <span className="session-labels" title={labels.map(sayLabel).join(", ")}>
        {sayValues(labels)}
      </span>
    ),
  },
  {
    title: "Lasted",
    align: "right",
    hidesBelow: 1280,
    cell: ({ startedAt, endedAt }) => formatDuration(Date.parse(endedAt) - Date.parse(startedAt)),
  },
  { title: "Tasks", align: "right", hidesBelow: 1280, cell: ({ subSessions }) => subSessions },
  { title: "Turns", sort: "turns", align: "right", cell: ({ turns }) => formatCount(turns) },
  {
    title: "Failed",
    sort: "failed",
    align: "right",
    hidesBelow: 720,
    cell: ({ errors }) => formatCount(errors),
  },
  {
    title: "Cost",
    sort: "cost",
    unit: "USD",
    align: "right",
    cell: ({ costUsd }) =>
      costUsd === null ? <span title="None of its calls has a price">{NO_VALUE}</span> : costUsd.toFixed(2),
  },
];
