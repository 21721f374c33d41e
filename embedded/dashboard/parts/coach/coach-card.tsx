/** What a coaching card says: the habit, the prompts that show it, and what one thinks of it. */
import { sessionAddress } from "../../address/session-address.ts";
import type { Card } from "../../api/cards.ts";
import { useIsSelf, useSeen } from "../../api/habits.ts";
import { To } from "../links.tsx";
import { Votes } from "./votes.tsx";

export function CoachCard({ card }: { card: Card }) {
  const { title, advice, evidence, rewrite, seenAt } = card;
  const isOwn = useIsSelf(card.developer.id);
  useSeen(isOwn && seenAt === null ? { card: card.id } : null);
  return (
    <article className="coach">
      <h3>{title}</h3>
      <p>{advice}</p>
      {evidence.map(({ turnIndex, quote }) => (
        <blockquote key={turnIndex} className="coach-quote">
          <p>{quote === null ? "The agent withholds the text of its prompts." : `“${quote}”`}</p>
          <footer>
            <To href={sessionAddress(card.sessionId, { turn: turnIndex })}>Turn {turnIndex}</To>
          </footer>
        </blockquote>
      ))}
      {rewrite !== undefined && (
        <blockquote className="coach-quote rewritten">
          <p>“{rewrite}”</p>
          <footer>The same request, as the judge model would write it</footer>
        </blockquote>
      )}
      <Votes card={card} />
    </article>
  );
}
