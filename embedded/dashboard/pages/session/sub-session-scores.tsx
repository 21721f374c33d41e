/** The sub-sessions of a session with how they ended and what they scored. */
import { useFifty } from "../../charts/held-against.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { sessionAddress } from "../../address/session-address.ts";
import { Cell } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { OutcomeWord } from "../../parts/outcome.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { inputDefinitions } from "../../words/inputs.ts";
import { formatCount, formatScore } from "../../words/numbers.ts";
import { formatTime } from "../../words/times.ts";
import type { SubSession, SubSessionScores } from "./fetch-session.ts";
import type { OpenSession } from "./open-session.ts";
import { SaidOutcomeCell, SaidWord } from "./said-outcome.tsx";
import { sayBoundary } from "./session-words.ts";

type Row = SubSession & { scores: ReturnType<SubSessionScores["get"]> };

export function SubSessionScoresCell({
  open,
  scores,
}: {
  open: OpenSession;
  scores: UseQueryResult<SubSessionScores>;
}) {
  const fifty = useFifty();
  return (
    <Cell span={12} title="Tasks" more="each for one purpose">
      <Loaded query={scores} what="The scores" bones="lines">
        {(found) => (
          <Table
            label="Tasks"
            rows={open.subSessions.map((row) => ({ ...row, scores: found.get(row.id) }))}
            keyOf={({ id }) => id}
            columns={columns()}
          />
        )}
      </Loaded>
      <p className="note under-table">
        Scores are 0 to 100; in sub-session efficiency {fifty}. A dash means too little evidence: prompts need
        a judge model that graded them, resets a context that got full. Scores may change until a task is
        closed.
      </p>
      <SaidOutcomeCell open={open} />
    </Cell>
  );
}

/** On a phone there is room for the first input only. */
function columns(): readonly Column<Row>[] {
  const inputs = inputDefinitions().map(({ metric, short }, place): Column<Row> => ({
    title: short,
    align: "right",
    ...(place > 0 && { hidesBelow: 720 }),
    cell: ({ sse, scores }) => formatScore({ ...scores, sse }[metric] ?? null),
  }));
  return [...BEGINNING, ...inputs];
}

const BEGINNING: readonly Column<Row>[] = [
  { title: "Task", grows: true, cell: (row) => <PartLink row={row} /> },
  {
    title: "Started",
    hidesBelow: 720,
    cell: ({ startedAt }) => <span className="quiet numbers">{formatTime(startedAt)}</span>,
  },
  {
    title: "Begins because",
    hidesBelow: 1280,
    cell: ({ boundary }) => <span className="second nowrap">{sayBoundary(boundary)}</span>,
  },
  { title: "Turns", align: "right", hidesBelow: 720, cell: ({ turns }) => formatCount(turns) },
  {
    title: "Outcome",
    cell: ({ outcome, said }) => (
      <>
        <OutcomeWord outcome={outcome} />
        <SaidWord said={said} />
      </>
    ),
  },
];

/** Shows only that part of the timeline. */
function PartLink({ row: { index, title, sessionId } }: { row: Row }) {
  const search = new URLSearchParams(useSearch());
  search.set("part", String(index + 1));
  return (
    <Link
      className="to"
      href={`${sessionAddress(sessionId)}?${search.toString()}`}
      replace
      title={title ?? undefined}
    >
      {index + 1} {title ?? "text withheld"}
    </Link>
  );
}
