/** The coaching cards of a session, and a button that asks for advice on it now. */
import { useAdvise, useSessionCards } from "../../api/cards.ts";
import { effectTitle, NO_CARD_WORDS } from "../../parts/coach/card-words.ts";
import { CoachCard } from "../../parts/coach/coach-card.tsx";
import { Effect } from "../../parts/coach/effect.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { lowerTitle } from "../../words/inputs.ts";
import { formatMoment } from "../../words/times.ts";

export function SessionCards({ sessionId }: { sessionId: string }) {
  const found = useSessionCards(sessionId).data;
  if (found === undefined) return null;
  if (found.cards.length === 0) return <NoCard sessionId={sessionId} />;
  return found.cards.map((card) => (
    <Row key={card.id}>
      <Cell
        span={8}
        title="Coaching"
        more={`${lowerTitle(card.input)}, ${formatMoment(card.at)}`}
        right={<Go href="/advisor">All cards</Go>}
      >
        <CoachCard card={card} />
      </Cell>
      <Cell span={4} title={effectTitle(card)}>
        <Effect card={card} />
      </Cell>
    </Row>
  ));
}

function NoCard({ sessionId }: { sessionId: string }) {
  const advise = useAdvise(sessionId);
  return (
    <Row>
      <Cell span={12} title="Coaching">
        <p className="second">
          {advise.data === undefined
            ? "No card is about this session. Cards are written automatically for tasks that closed within the last day."
            : NO_CARD_WORDS[advise.data.reason ?? "gone"]}
        </p>
        <p className="actions">
          <button
            type="button"
            className="button"
            disabled={advise.isPending}
            onClick={() => advise.mutate()}
          >
            {advise.isPending ? "Looking…" : "Look for advice now"}
          </button>
        </p>
        <ProblemLine problem={advise.error} />
      </Cell>
    </Row>
  );
}
