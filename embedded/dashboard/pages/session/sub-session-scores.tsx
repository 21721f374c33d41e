/** The sub-sessions of a session with how they ended and what they scored. */
import { useFifty } from "../../charts/held-against.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { sessionAddress } from "../../address/session-address.ts";
import { Cell } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { OutcomeWord } from "../../parts/outcome.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatCount, formatScore } from "../../words/numbers.ts";
import { formatTime } from "../../words/times.ts";
import type { SubSession, SubSessionScores } from "./fetch-session.ts";
import type { OpenSession } from "./open-session.ts";
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
    <Cell span={12} title="Sub-sessions" more="one purpose each">
      <Loaded query={scores} what="The scores" bones="lines">
        {(found) => (
          <Table
            label="Sub-sessions"
            rows={open.subSessions.map((row) => ({ ...row, scores: found.get(row.id) }))}
            keyOf={({ id }) => id}
            columns={COLUMNS}
          />
        )}
      </Loaded>
      <p className="note under-table">
        Scores are 0 to 100; in SSE {fifty}. A dash: PES needs a language model that judged the prompts, CRR a
        context that got full, and each enough work to count. While a sub-session may go on, its scores may
        change.
      </p>
    </Cell>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "Purpose", grows: true, cell: (row) => <PartLink row={row} /> },
  {
    title: "Started",
    leaves: "second",
    cell: ({ startedAt }) => <span className="quiet numbers">{formatTime(startedAt)}</span>,
  },
  {
    title: "Begins because",
    leaves: "first",
    cell: ({ boundary }) => <span className="second nowrap">{sayBoundary(boundary)}</span>,
  },
  { title: "Turns", align: "right", leaves: "second", cell: ({ turns }) => formatCount(turns) },
  { title: "Outcome", cell: ({ outcome }) => <OutcomeWord outcome={outcome} /> },
  { title: "SSE", align: "right", cell: ({ sse }) => formatScore(sse) },
  { title: "PES", align: "right", leaves: "second", cell: ({ scores }) => formatScore(scores?.pes ?? null) },
  { title: "IE", align: "right", leaves: "second", cell: ({ scores }) => formatScore(scores?.ie ?? null) },
  { title: "CRR", align: "right", leaves: "second", cell: ({ scores }) => formatScore(scores?.crr ?? null) },
  { title: "FC", align: "right", leaves: "second", cell: ({ scores }) => formatScore(scores?.fc ?? null) },
];

/** Shows that part of the timeline alone. */
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
