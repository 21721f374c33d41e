/** A word of the glossary: what it means opens at the word, by pointer, by key and by touch. */
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { findTerm, type GlossaryTerm, needsExplaining } from "../../words/glossary.ts";

/** How long a pointer rests on a word before its meaning opens, and how long it may be away before that closes. */
const REST_MS = 350;
const AWAY_MS = 250;

/**
 * Shows a word with its meaning from the glossary.
 *
 * @param word - The term, where the text is in other words.
 */
export function Term({ word, children }: { word?: string; children: string }) {
  const term = findTerm(word ?? children);
  return term === null ? children : <Explained term={term}>{children}</Explained>;
}

/** A heading: with its meaning when it is a word of the glossary that is not plain. */
export function Heading({ children }: { children: ReactNode }) {
  return typeof children === "string" && needsExplaining(children) ? <Term>{children}</Term> : children;
}

function Explained({ term, children }: { term: GlossaryTerm; children: string }) {
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const word = useRef<HTMLButtonElement>(null);
  const [isOpen, note] = useState(false);
  const rest = useRest((open) => {
    if (open) box.current?.showPopover({ source: word.current } as never);
    else box.current?.hidePopover();
  });
  return (
    <span className="term" onMouseEnter={rest.enter} onMouseLeave={rest.leave}>
      <button ref={word} type="button" className="term-word" popoverTarget={id} aria-expanded={isOpen}>
        {children}
      </button>
      <span
        ref={box}
        id={id}
        popover="auto"
        className="term-box"
        role="note"
        onToggle={(event) => note(event.newState === "open")}
      >
        {isOpen && (
          <>
            <b>{term.name}</b>
            <span>{term.meaning}</span>
            <a href={term.address} target="_blank" rel="noreferrer">
              Read more in the docs
            </a>
          </>
        )}
      </span>
    </span>
  );
}

/** Opens after a rest, and closes a moment after the pointer has left both the word and the box. */
function useRest(show: (open: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const soon = (open: boolean, ms: number) => (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(open), ms);
  };
  return { enter: soon(true, REST_MS), leave: soon(false, AWAY_MS) };
}
