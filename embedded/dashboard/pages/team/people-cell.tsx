/** Everybody by name, in the order of the alphabet; each leads to that developer's page. */
import { developerAddress } from "../../address/developer-address.ts";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { MiniScale } from "../../charts/scale.tsx";
import { Cell } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatCount, formatInterval, formatScore } from "../../words/numbers.ts";
import { SCORE_TITLES, type ScoreName } from "../overview/overview-data.ts";
import type { Team } from "./fetch-team.ts";
import { alphabetical } from "./team-data.ts";

export function PeopleCell({ team: { scores, people } }: { team: Team }) {
  return (
    <Cell span={12} title="Developers" more="in the order of the alphabet">
      <Table
        label="Developers"
        rows={alphabetical(scores)}
        keyOf={({ developer }) => developer.id}
        columns={COLUMNS}
      />
      <p className="note under-table">
        Bars are 80 % intervals from 0 to 100, the tick is 50, as usual. Learning: so many more counted
        sub-sessions, and the first scores appear. A dash: an input is missing; the developer&rsquo;s page
        says which and what would bring it. A shared key is bound to nobody: several people may use it, so it
        is in no distribution.
        {people !== scores.length && ` Only ${scores.length} are shown.`}
      </p>
    </Cell>
  );
}

const COLUMNS: readonly Column<ScoreRow>[] = [
  {
    title: "Developer",
    cell: ({ developer: { id, name, source }, state, missing }) => (
      <>
        <To href={developerAddress(id)}>{name}</To>{" "}
        {source === "key" && <span className="quiet">shared key </span>}
        {state === "learning" && <LearningWord needed={missing?.scoreableSubSessions ?? null} />}
      </>
    ),
  },
  scoreColumn("speed"),
  scoreColumn("skill"),
  scoreColumn("efficiency"),
  {
    title: "Counted",
    align: "right",
    leaves: "second",
    cell: ({ subSessions }) => formatCount(subSessions),
  },
];

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
          <span>{formatScore(value)}</span>
          {value !== null && <MiniScale name={SCORE_TITLES[name]} value={value} interval={interval} />}
          {interval !== null && <span className="person-interval">{formatInterval(interval)}</span>}
        </div>
      );
    },
  };
}
