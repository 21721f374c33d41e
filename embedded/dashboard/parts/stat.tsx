/** Numbers of the second rank, side by side. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useRange, withRange } from "../address/range.ts";
import { Heading } from "./glossary/term.tsx";

export interface StatProps {
  name: string;
  /** null: there is no value; the note says why. */
  number: string | null;
  unit?: string;
  /** Where the number leads, the window not with it. */
  address?: string;
  note: ReactNode;
}

/** Two to four of them in one row. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

export function Stat({ name, number, unit, address, note }: StatProps) {
  return (
    <div className="stat">
      <dt className="stat-name">
        <Heading>{name}</Heading>
      </dt>
      <dd className="stat-number">
        {number === null && <span className="none">No value</span>}
        {number !== null &&
          (address === undefined ? number : <NumberLink address={address} number={number} />)}
        {number !== null && unit !== undefined && <span className="unit">{unit}</span>}
      </dd>
      <dd className="stat-note">{note}</dd>
    </div>
  );
}

function NumberLink({ address, number }: { address: string; number: string }) {
  const range = useRange();
  return <Link href={withRange(address, range)}>{number}</Link>;
}
