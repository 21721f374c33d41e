/** Two buttons that say what one thinks of a card; pressed again, a button takes it back. */
import { type Card, useVote } from "../../api/cards.ts";
import { ProblemLine } from "../forms/problem-line.tsx";
import { othersIn } from "./card-words.ts";

export function Votes({ card }: { card: Card }) {
  const vote = useVote(card.id);
  const { mine } = card.feedback;
  const others = othersIn(card.feedback);
  const button = (value: "up" | "down", text: string) => (
    <button
      type="button"
      className="button small"
      aria-pressed={mine === value}
      disabled={vote.isPending}
      onClick={() => vote.mutate(mine === value ? null : value)}
    >
      {text}
    </button>
  );
  return (
    <>
      <div className="votes" role="group" aria-label={`What you think of “${card.title}”`}>
        {button("up", "Helpful")}
        {button("down", "Not helpful")}
        {others !== null && <span className="quiet">{others}</span>}
      </div>
      <ProblemLine problem={vote.error} />
    </>
  );
}
