/** How one score lies among people, without names. */
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { Spread } from "../../charts/spread.tsx";
import { formatScore, formatThings } from "../../words/numbers.ts";
import { SCORE_TITLES, type ScoreName } from "../overview/overview-data.ts";
import { distributionOf, sayHidden } from "./team-data.ts";

export function SpreadCell({ name, scores }: { name: ScoreName; scores: readonly ScoreRow[] }) {
  const found = distributionOf(scores, name);
  const title = SCORE_TITLES[name];
  return (
    <section className="cell c4 score">
      <h2>
        {title}
        {found.kind === "shown" && (
          <span className="evidence">{formatThings(found.values.length, "developer")}</span>
        )}
      </h2>
      {found.kind === "hidden" ? (
        <>
          <div className="score-number">
            <span className="none">Not shown</span>
          </div>
          <p className="second">{sayHidden(name, found.people)}</p>
        </>
      ) : (
        <>
          <p className="median-line">
            <span className="median-value">{formatScore(found.middle.median)}</span> median; middle half{" "}
            {formatScore(found.middle.low)} to {formatScore(found.middle.high)}
          </p>
          <Spread name={title} values={found.values} />
        </>
      )}
    </section>
  );
}
