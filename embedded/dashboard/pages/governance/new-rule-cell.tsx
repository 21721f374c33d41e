/** The cell that adds a rule: next to the rules, or, while there is none, in the whole row with an explanation. */
import type { ReactNode } from "react";
import { useCaller } from "../../frame/session-context.ts";
import { Cell } from "../../parts/layout.tsx";

export interface NewRuleCellProps {
  /** What they are called: "Budgets". */
  name: string;
  /** "A new budget". */
  add: string;
  /** How many are set. */
  set: number;
  /** What they are for, in a sentence. */
  purpose: string;
  /** The form, for administrators. */
  children: ReactNode;
}

export function NewRuleCell({ name, add, set, purpose, children }: NewRuleCellProps) {
  const isFirst = set === 0;
  const isAdmin = useCaller().role === "admin";
  if (!isFirst && !isAdmin) return null;
  const form = isAdmin ? children : <p className="second">Administrators set them.</p>;
  return (
    <Cell span={isFirst ? 12 : 4} title={isFirst ? name : add} {...(isFirst && { more: "none is set yet" })}>
      {isFirst && <p className="second purpose">{purpose}</p>}
      {form}
    </Cell>
  );
}
