/** Everybody by name, A to Z; each leads to that developer's page. */
import { useState } from "react";
import { useFifty } from "../../charts/held-against.ts";
import { countedTasksAddress, developerAddress } from "../../address/developer-address.ts";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { MiniScale } from "../../charts/scale.tsx";
import { Cell } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatCount, formatInterval, formatScore } from "../../words/numbers.ts";
import { SCORE_TITLES, type ScoreName } from "../overview/overview-data.ts";
import type { TeamFound } from "./fetch-team.ts";
import { peopleNamed } from "./team-data.ts";

export interface PeopleCellProps {
  found: TeamFound;
  /** The developer who looks; null without one. */
  ownId: string | null;
}

const ON_A_PAGE = 50;

export function PeopleCell({ found: { scores }, ownId }: PeopleCellProps) {
  const fifty = useFifty();
  const [typed, type] = useState("");
  const [page, turnTo] = useState(0);
  const named = peopleNamed(scores, typed);
  const shown = named.slice(page * ON_A_PAGE, (page + 1) * ON_A_PAGE);
  return (
    <Cell
      span={12}
      title="Developers"
      more="A to Z"
      right={
        <input
          className="input people-search"
          type="search"
          aria-label="Search developers"
          placeholder="Name or e-mail"
          value={typed}
          onChange={(event) => {
            type(event.target.value);
            turnTo(0);
          }}
        />
      }
    >
      <Table
        label="Developers"
        rows={shown}
        keyOf={({ developer }) => developer.id}
        columns={columnsFor(ownId)}
      />
      {named.length === 0 && <p className="second">No developer has this name.</p>}
      <Turns page={page} shown={shown.length} total={named.length} turnTo={turnTo} />
      <p className="note under-table">
        Bars are 80 % intervals from 0 to 100. In Speed and Efficiency the tick is 50, and {fifty}; in Skill
        it is the median of people. Learning: after this many more counted tasks the first scores appear. A
        dash: an input is missing; the developer&rsquo;s page shows which, and what to do. Several people may
        use a shared key, so it is not part of the distributions.
      </p>
    </Cell>
  );
}

interface TurnsProps {
  page: number;
  shown: number;
  total: number;
  turnTo(page: number): void;
}

/** The foot of a list with pages. */
function Turns({ page, shown, total, turnTo }: TurnsProps) {
  if (total <= ON_A_PAGE) return null;
  const before = page * ON_A_PAGE;
  return (
    <div className="table-foot" role="group" aria-label="Pages of the list">
      <span>
        {before + 1} to {before + shown} of {formatCount(total)}
      </span>
      <span className="pager">
        {page > 0 && (
          <button type="button" className="button small" onClick={() => turnTo(page - 1)}>
            Previous page
          </button>
        )}
        {before + shown < total && (
          <button type="button" className="button small" onClick={() => turnTo(page + 1)}>
            Next page
          </button>
        )}
      </span>
    </div>
  );
}

function columnsFor(ownId: string | null): readonly Column<ScoreRow>[] {
  return [
    { title: "Developer", cell: (row) => <Name row={row} ownId={ownId} /> },
    scoreColumn("speed"),
    scoreColumn("skill"),
    scoreColumn("efficiency"),
    {
      title: "Counted tasks",
      align: "right",
      hidesBelow: 720,
      cell: ({ developer, subSessions }) => (
        <To href={countedTasksAddress(developer.id)}>{formatCount(subSessions)}</To>
      ),
    },
  ];
}

function Name({ row: { developer, state, missing }, ownId }: { row: ScoreRow; ownId: string | null }) {
  const { id, name, source } = developer;
  return (
    <>
      <To href={developerAddress(id)}>{name}</To> {id === ownId && <span className="quiet">you </span>}
      {source === "key" && <span className="quiet">shared key </span>}
      {state === "learning" && <LearningWord needed={missing?.scoreableSubSessions ?? null} />}
    </>
  );
}

function LearningWord({ needed }: { needed: number | null }) {
  return (
    <Word shape="half" tone="quiet">
      <span className="quiet">learning{needed === null ? "" : `, ${needed} more`}</span>
    </Word>
  );
}

function scoreColumn(name: ScoreName): Column<ScoreRow> {
  return {
    title: SCORE_TITLES[name],
    cell: (row) => {
      const value = row[name];
      const interval = row.interval?.[name] ?? null;
      return (
        <div className="person-score">
          <span>
            {value === null ? (
              formatScore(value)
            ) : (
              <To href={`${developerAddress(row.developer.id)}?score=${name}`}>{formatScore(value)}</To>
            )}
          </span>
          {value !== null && <MiniScale name={SCORE_TITLES[name]} value={value} interval={interval} />}
          {interval !== null && <span className="person-interval">{formatInterval(interval)}</span>}
        </div>
      );
    },
  };
}
