/** The three scores, each on its card, on one range. */
import type { ReactNode } from "react";
import { rangesOver, SharedRange } from "../../charts/ranges/shared-range.ts";
import { Row } from "../../parts/layout.tsx";
import { ScoreCard } from "../../parts/score/score-card.tsx";
import { DAY_MS, now } from "../../words/times.ts";
import type { Trends } from "./fetch-overview.ts";
import { SCORE_TITLES, type ScoreName, type ShownScore } from "./overview-data.ts";

export interface ScoreCardsProps {
  scores: readonly ShownScore[];
  days: number;
  /** undefined while they are not known. */
  trends: Trends | undefined;
  /** A link to what a score rests on. */
  evidenceOf(score: ShownScore): ReactNode;
  /** Where a score's number leads. */
  addressOf(name: ScoreName): string;
}

export function ScoreCards({ scores, days, trends, evidenceOf, addressOf }: ScoreCardsProps) {
  const drawn = scores.map(({ name }) => trends?.points[name] ?? []);
  return (
    <SharedRange value={rangesOver(scores, drawn)}>
      <Row>
        {scores.map((score) => (
          <ScoreCard
            key={score.name}
            {...score}
            name={SCORE_TITLES[score.name]}
            evidence={evidenceOf(score)}
            address={addressOf(score.name)}
            beforeFrom={now() - 2 * days * DAY_MS}
            trend={trends === undefined ? null : { bucket: trends.bucket, points: trends.points[score.name] }}
          />
        ))}
      </Row>
    </SharedRange>
  );
}
