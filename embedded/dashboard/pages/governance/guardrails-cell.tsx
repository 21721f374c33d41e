/** Each guardrail, and what of this month was outside it. */
import { Cell } from "../../parts/layout.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { To } from "../../parts/links.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { type Guardrail, useSetGuardrails } from "./fetch-governance.ts";
import { nameGuardrail, sayOutside, wishOfGuardrail } from "./governance-data.ts";

export interface GuardrailsCellProps {
  guardrails: readonly Guardrail[];
  isAdmin: boolean;
}

export function GuardrailsCell({ guardrails, isAdmin }: GuardrailsCellProps) {
  const set = useSetGuardrails();
  const remove = (row: Guardrail): void =>
    set.mutate(guardrails.filter((rule) => rule !== row).map(wishOfGuardrail));
  return (
    <Cell span={8} title="Guardrails" more="what went beyond them this month">
      {guardrails.length === 0 ? (
        <p className="second">
          None yet. A guardrail says which models calls may use, or what a session may cost.
        </p>
      ) : (
        <Table
          label="Guardrails"
          rows={guardrails}
          keyOf={(row) => String(guardrails.indexOf(row))}
          columns={isAdmin ? [...COLUMNS, removing(remove, set.isPending)] : COLUMNS}
        />
      )}
      <ProblemLine problem={set.error} />
    </Cell>
  );
}

const COLUMNS: readonly Column<Guardrail>[] = [
  { title: "Rule", grows: true, cell: nameGuardrail },
  { title: "Beyond it", align: "right", cell: (rule) => <To href="/sessions">{sayOutside(rule)}</To> },
];

function removing(remove: (row: Guardrail) => void, isBusy: boolean): Column<Guardrail> {
  return {
    title: "Remove",
    cell: (row) => (
      <button
        type="button"
        className="button"
        disabled={isBusy}
        aria-label={`Remove the guardrail: ${nameGuardrail(row)}`}
        onClick={() => remove(row)}
      >
        Remove
      </button>
    ),
  };
}
