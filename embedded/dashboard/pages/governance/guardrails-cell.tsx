/** Each guardrail, and what of this month was outside it. */
import { Cell } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import type { Column } from "../../parts/table.tsx";
import { type Guardrail, useSetGuardrails } from "./fetch-governance.ts";
import { EVERYBODYS_SESSIONS, nameGuardrail, sayOutside, wishOfGuardrail } from "./governance-data.ts";
import { RemovableTable } from "./removable-table.tsx";

export interface GuardrailsCellProps {
  guardrails: readonly Guardrail[];
  isAdmin: boolean;
}

export function GuardrailsCell({ guardrails, isAdmin }: GuardrailsCellProps) {
  const set = useSetGuardrails();
  return (
    <Cell span={8} title="Guardrails" more="what broke them this month">
      <RemovableTable
        label="Guardrails"
        rows={guardrails}
        columns={COLUMNS}
        nameOf={(guardrail) => `the guardrail: ${nameGuardrail(guardrail)}`}
        keep={(rows) => set.mutate(rows.map(wishOfGuardrail))}
        setting={set}
        isAdmin={isAdmin}
      />
    </Cell>
  );
}

const COLUMNS: readonly Column<Guardrail>[] = [
  { title: "Rule", grows: true, cell: nameGuardrail },
  {
    title: "Broken by",
    align: "right",
    cell: (rule) => <To href={EVERYBODYS_SESSIONS}>{sayOutside(rule)}</To>,
  },
];
