/** How one score is among people, and its sub-sessions; without names. */
import { addressOf } from "../../address/whose-of.ts";
import { Spread } from "../../charts/spread.tsx";
import { To } from "../../parts/links.tsx";
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
        {spread !== null && (
          <Evidence people={mean.people} subSessions={mean.subSessions} mayReadAll={mayReadAll} />
        )}
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
        </>
      )}
    </section>
  );
}

interface EvidenceProps {
  people: number;
  /** null: of too few people. */
  subSessions: number | null;
  mayReadAll: boolean;
}

/** Leads to everybody's sessions where the key may read them. */
function Evidence({ people, subSessions, mayReadAll }: EvidenceProps) {
  const all = formatThings(people, "person", "people");
  const said = subSessions === null ? all : `${all}, ${formatThings(subSessions, "task")}`;
  return (
    <span className="evidence">
      {mayReadAll ? <To href={addressOf("/sessions", { kind: "everyone" })}>{said}</To> : said}
    </span>
  );
}
