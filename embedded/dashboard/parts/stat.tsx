/** Numbers of the second rank, side by side. */
import type { ReactNode } from "react";

export interface StatProps {
  name: string;
  /** null: there is no value; the note says why. */
  number: string | null;
  unit?: string;
  note: ReactNode;
}

/** Two to four of them in one row. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

export function Stat({ name, number, unit, note }: StatProps) {
  return (
    <div className="stat">
      <dt className="stat-name">{name}</dt>
      <dd className="stat-number">
        {number ?? <span className="none">No value</span>}
        {number !== null && unit !== undefined && <span className="unit">{unit}</span>}
      </dd>
      <dd className="stat-note">{note}</dd>
    </div>
  );
}
