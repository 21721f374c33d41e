/** The text of a prompt with the numbers of its evidence. */
import { piecesOf, type Quote } from "./evidence.ts";

export function PromptText({ text, quotes }: { text: string; quotes: readonly Quote[] }) {
  return (
    <p className="prompt-text">
      {piecesOf(text, quotes).map(({ start, text: words, tone, numbers }) => (
        <span key={start} className={tone === null ? undefined : `quoted ${tone}-quote`}>
          {words}
          {numbers.map((number) => (
            <sup key={number}>{number}</sup>
          ))}
        </span>
      ))}
    </p>
  );
}
