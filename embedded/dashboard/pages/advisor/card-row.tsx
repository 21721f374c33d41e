/** One card with where it comes from, what should change, and what did. */
import { sessionAddress } from "../../address/session-address.ts";
import type { Card } from "../../api/cards.ts";
import { effectTitle } from "../../parts/coach/card-words.ts";
import { CoachCard } from "../../parts/coach/coach-card.tsx";
import { Effect } from "../../parts/coach/effect.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { metricTitle } from "../../words/inputs.ts";
import { formatMoment } from "../../words/times.ts";

export interface CardRowProps {
  card: Card;
  showsWho: boolean;
}

export function CardRow({ card, showsWho }: CardRowProps) {
  const { input, at, developer, sessionId, expectation } = card;
  const who = showsWho ? `${developer.name}, ` : "";
  return (
    <Row>
      <Cell
        span={8}
        title={metricTitle(input)}
        more={`${who}${formatMoment(at)}`}
        right={<Go href={sessionAddress(sessionId)}>Its session</Go>}
      >
        <CoachCard card={card} />
      </Cell>
      <Cell span={4} title="What should change">
        <p className="second">{expectation}</p>
        <h3 className="sub-head">{effectTitle(card)}</h3>
        <Effect card={card} />
      </Cell>
    </Row>
  );
}
