/** How one score is among people, and its sub-sessions; without names. */
import { rowsOfColumns } from "../../parts/saving/chart-rows.ts";
import { Spread } from "../../charts/spread.tsx";
import { CsvButton } from "../../parts/saving/csv-button.tsx";
import { formatInterval, formatScore, formatThings } from "../../words/numbers.ts";
import { SCORE_TITLES, type ScoreName } from "../overview/overview-data.ts";
import type { TeamFound } from "./fetch-team.ts";
import { ringsOf, sayHidden, shownSpread } from "./team-data.ts";

export interface SpreadCellProps {
  name: ScoreName;
  found: TeamFound;
  /** The developer who looks, null without one; and whether they may see other people's rings. */
  ownId: string | null;
  mayReadAll: boolean;
}

export function SpreadCell({ name, found: { team, scores }, ownId, mayReadAll }: SpreadCellProps) {
  const spread = shownSpread(team.scores[name]);
  const mean = team.means[name];
  const { counts } = team.subSessions[name];
  const ownScore = scores.find(({ developer }) => developer.id === ownId)?.[name] ?? null;
  return (
    <section className="cell c4 score">
      <h2>
        {SCORE_TITLES[name]}
        {spread !== null && <span className="evidence">{sayEvidence(mean.people, mean.subSessions)}</span>}
      </h2>
      {spread === null ? (
        <>
          <div className="score-number">
            <span className="none">Not shown</span>
          </div>
          <p className="second">{sayHidden(name, team.scores[name].people)}</p>
        </>
      ) : (
        <>
          <p className="median-line">
            <span className="median-value">{formatScore(mean.value)}</span> mean
            {mean.interval !== null && ` (${formatInterval(mean.interval)})`}; median{" "}
            {formatScore(spread.median)}
            {ownScore !== null && `; you ${formatScore(ownScore)}`}
          </p>
          <Spread
            {...spread}
            name={SCORE_TITLES[name]}
            rings={mayReadAll ? ringsOf(scores, name, ownId) : []}
            ownScore={ownScore}
            counts={counts}
          />
          {counts !== null && (
            <CsvButton
              label={`${SCORE_TITLES[name]} among tasks`}
              rows={() => rowsOfColumns([["tasks", counts]])}
            />
          )}
        </>
      )}
    </section>
  );
}

/** No link: a list of tasks would have those of shared keys too, and those of people without the score. */
function sayEvidence(people: number, subSessions: number | null): string {
  const all = formatThings(people, "person", "people");
  return subSessions === null ? all : `${all}, ${formatThings(subSessions, "task")}`;
}
