/** One numbered step of the guide. */
import type { ReactNode } from "react";

export interface StepProps {
  number: number;
  title: string;
  /** The step that is waited in. */
  isNow?: true;
  children: ReactNode;
}

export function Step({ number, title, isNow, children }: StepProps) {
  return (
    <li className={isNow === true ? "now" : undefined}>
      <div className="guide-number" aria-hidden="true">
        {number}
      </div>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}
