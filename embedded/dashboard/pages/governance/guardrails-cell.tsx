/** Each guardrail, and what of this month was outside it. */
import { Cell } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import type { Column } from "../../parts/table.tsx";
import { type Guardrail, useSetGuardrails } from "./fetch-governance.ts";
import { brokenBy, type Month, nameGuardrail, sayOutside, wishOfGuardrail } from "./governance-data.ts";
import { RemovableTable } from "./removable-table.tsx";

export interface GuardrailsCellProps {
  guardrails: readonly Guardrail[];
  month: Month;
  isAdmin: boolean;
}

export function GuardrailsCell({ guardrails, month, isAdmin }: GuardrailsCellProps) {
  const set = useSetGuardrails();
  return (
    <Cell span={isAdmin ? 8 : 12} title="Guardrails" more="what broke them this month">
      <RemovableTable
        label="Guardrails"
        rows={guardrails}
        columns={columnsFor(month)}
        nameOf={(guardrail) => `the guardrail: ${nameGuardrail(guardrail)}`}
        keep={(rows) => set.mutate(rows.map(wishOfGuardrail))}
        setting={set}
        isAdmin={isAdmin}
      />
    </Cell>
  );
}

const columnsFor = (month: Month): readonly Column<Guardrail>[] => [
  { title: "Rule", grows: true, cell: nameGuardrail },
  {
    title: "Broken by",
    align: "right",
    cell: (rule) => <To href={brokenBy(rule, month)}>{sayOutside(rule)}</To>,
  },
];
