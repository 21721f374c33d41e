/** Small shapes in front of a word, because a state is never shown only by colour. */
import type { ReactNode } from "react";

const DRAWN = {
  up: <path d="M5 1.5 9 8.5H1Z" className="solid" />,
  down: <path d="M5 8.5 9 1.500H1Z" className="solid" />,
  same: <path d="M1 5h8" className="thick" />,
  dot: <circle cx="5" cy="5" r="4" className="solid" />,
  ring: <circle cx="5" cy="5" r="3.500" className="line" />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.600" className="line" />
      <path d="M5 1.400a3.600 3.600 0 0 1 0 7.200Z" className="solid" />
    </>
  ),
  square: <rect x="1.500" y="1.500" width="7" height="7" className="solid" />,
  diamond: <path d="M5 .5 9.500 5 5 9.500.5 5Z" className="solid" />,
  cross: <path d="m2 2 6 6M8 2 2 8" className="thick" />,
  tick: <path d="m1.500 5.400 2.400 2.400 4.600-5.400" className="thick" />,
} as const;

export type ShapeName = keyof typeof DRAWN;

/** What a shape means; without one it is the colour of the text. */
export type Tone = "good" | "warn" | "bad" | "quiet";

export function Shape({ name, tone }: { name: ShapeName; tone?: Tone | undefined }) {
  return (
    <svg className={tone === undefined ? "shape" : `shape ${tone}`} viewBox="0 0 10 10" aria-hidden="true">
      {DRAWN[name]}
    </svg>
  );
}

/** A shape and its word: "● reached". */
export function Word({ shape, tone, children }: { shape: ShapeName; tone?: Tone; children: ReactNode }) {
  return (
    <span className="word">
      <Shape name={shape} tone={tone} />
      {children}
    </span>
  );
}
