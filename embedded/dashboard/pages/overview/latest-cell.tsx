/** The newest sub-sessions. */
import type { UseQueryResult } from "@tanstack/react-query";
import { sessionAddress } from "../../address/session-address.ts";
import { addressOf, type Whose } from "../../address/whose-of.ts";
import { Cell } from "../../parts/layout.tsx";
import { Go, To } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { OutcomeWord } from "../../parts/outcome.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { STARTED } from "../sessions/work-columns.tsx";
import { agentName } from "../../words/agents.ts";
import { formatScore, NO_VALUE } from "../../words/numbers.ts";
import type { LatestRow } from "./fetch-overview.ts";

export interface LatestCellProps {
  latest: UseQueryResult<LatestRow[]>;
  whose: Whose;
}

export function LatestCell({ latest, whose }: LatestCellProps) {
  const showsWho = whose.kind === "everyone";
  const all = <Go href={addressOf("/sessions", whose)}>All sessions</Go>;
  return (
    <Cell span={8} title="Latest tasks" right={all}>
      <Loaded
        query={latest}
        what="The latest tasks"
        bones="lines"
        empty={(rows) => (rows.length === 0 ? <p className="second">None in this time range.</p> : null)}
      >
        {(rows) => (
          <Table
            label="Latest tasks"
            rows={rows}
            keyOf={({ id }) => id}
            columns={COLUMNS.filter(({ title }) => title !== "Developer" || showsWho)}
          />
        )}
      </Loaded>
    </Cell>
  );
}

const COLUMNS: readonly Column<LatestRow>[] = [
  {
    title: "Task",
    grows: true,
    cell: purposeOf,
  },
  {
    title: "Developer",
    hidesBelow: 720,
    cell: ({ who }) => <span className="nowrap">{who ?? NO_VALUE}</span>,
  },
  {
    title: "Agent",
    hidesBelow: 1280,
    cell: ({ agent }) => <span className="nowrap">{agent === null ? NO_VALUE : agentName(agent)}</span>,
  },
  STARTED,
  { title: "Turns", align: "right", cell: ({ turns }) => turns },
  { title: "Outcome", cell: ({ outcome }) => <OutcomeWord outcome={outcome} /> },
  { title: "SSE", align: "right", cell: ({ sse }) => formatScore(sse) },
];

function purposeOf({ title, sessionId, index }: LatestRow) {
  return <To href={sessionAddress(sessionId, { subSession: index })}>{title ?? "text withheld"}</To>;
}
