/** How a sub-session ended, as a shape and a word. */
import { type ShapeName, type Tone, Word } from "./shape.tsx";

export type Outcome = "reached" | "partial" | "abandoned" | "unknown";

const SHAPES: Readonly<Record<Outcome, readonly [ShapeName, Tone]>> = {
  reached: ["dot", "good"],
  partial: ["half", "warn"],
  abandoned: ["cross", "bad"],
  unknown: ["ring", "quiet"],
};

export function OutcomeWord({ outcome }: { outcome: Outcome }) {
  const [shape, tone] = SHAPES[outcome];
  return (
    <Word shape={shape} tone={tone}>
      {outcome}
    </Word>
  );
}
