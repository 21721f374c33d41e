/** The sheet's rows and cells: twelve columns, divided by hairlines. */
import type { ReactNode } from "react";
import { Heading } from "./glossary/term.tsx";

/** One row of cells. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="row">{children}</div>;
}

export interface CellProps {
  /** How many of the twelve columns. */
  span: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12;
  title?: ReactNode;
  /** Next to the title, quieter. */
  more?: ReactNode;
  /** At the right end of the title's line. */
  right?: ReactNode;
  children: ReactNode;
}

/** One cell; with a title it is a section that screen readers list. */
export function Cell({ span, title, more, right, children }: CellProps) {
  if (title === undefined) return <div className={`cell c${span}`}>{children}</div>;
  return (
    <section className={`cell c${span}`}>
      <div className="cell-head">
        <h2>
          <Heading>{title}</Heading>
        </h2>
        {more !== undefined && <span className="quiet">{more}</span>}
        {right !== undefined && <div className="right">{right}</div>}
      </div>
      {children}
    </section>
  );
}

export interface AnswerProps {
  children: ReactNode;
  /** What follows from the answer, below it. */
  lines?: ReactNode;
  note?: ReactNode;
}

/** The page's answer: one sentence, computed from the numbers below it. */
export function Answer({ children, lines, note }: AnswerProps) {
  return (
    <div className="answer-block">
      <p className="answer">{children}</p>
      {lines}
      {note !== undefined && <p className="note">{note}</p>}
    </div>
  );
}
