/** The text of a prompt with the numbers of its evidence. */
import { Fragment } from "react";
import { piecesOf, type Quote } from "./evidence.ts";

export function PromptText({ text, quotes }: { text: string; quotes: readonly Quote[] }) {
  return (
    <p className="prompt-text">
      {piecesOf(text, quotes).map(({ start, text: words, tone, numbers }) => (
        <Fragment key={start}>
          <span className={tone === null ? undefined : `quoted ${tone}-quote`}>{words}</span>
          {numbers.map((number) => (
            <sup key={number}>{number}</sup>
          ))}
        </Fragment>
      ))}
    </p>
  );
}
