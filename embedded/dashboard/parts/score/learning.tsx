/** The state before there are scores: how many sub-sessions are there, and how many are needed. */
import { formatThings } from "../../words/numbers.ts";
import { Term } from "../glossary/term.tsx";

export function Learning({ counted, needed }: { counted: number; needed: number }) {
  const said = `${counted} of ${needed} counted tasks`;
  const width = 100 / needed;
  return (
    <>
      <div className="score-number">
        <span className="none">
          <Term>Learning</Term>
        </span>
        <span className="range second">{said}</span>
      </div>
      <svg className="learn" role="img" aria-label={said}>
        {Array.from({ length: needed }, (_, index) => (
          <rect
            key={`step-${index + 1}`}
            className={index < counted ? "done" : "left"}
            x={`${index * width}%`}
            width={`${width - 1}%`}
            height="6"
            rx="2"
          />
        ))}
      </svg>
      <p className="second pad-top">
        {formatThings(needed - counted, "more task")}, and the first scores appear. A task is{" "}
        <Term>counted</Term> from two turns, five tool calls or one change to a file on.
      </p>
    </>
  );
}
