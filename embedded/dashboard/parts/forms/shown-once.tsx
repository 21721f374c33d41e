/** A secret that was just made, and that no page shows again. */
import type { ReactNode } from "react";
import { Command } from "../command.tsx";
import { Word } from "../shape.tsx";

export interface ShownOnceProps {
  /** What happened, such as "The key was created". */
  said: string;
  secret: string;
  /** What it is, and what to do with it. */
  children: ReactNode;
  done(): void;
  /** A way on, next to the button. */
  next?: ReactNode;
}

export function ShownOnce({ said, secret, children, done, next }: ShownOnceProps) {
  return (
    <div className="form" role="status">
      <Word shape="tick" tone="good">
        {said}
      </Word>
      <p className="second">{children}</p>
      <Command>{secret}</Command>
      <p className="actions">
        <button type="button" className="button" onClick={done}>
          I have copied it
        </button>
        {next}
      </p>
    </div>
  );
}
