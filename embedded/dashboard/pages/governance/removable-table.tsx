/** A table of rules from which an admin removes one at a time. */
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { type Column, Table } from "../../parts/table.tsx";

export interface RemovableTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** What a row is called: "the budget: Ada". */
  nameOf(row: Row): string;
  /** Sets those that stay. */
  keep(rows: readonly Row[]): void;
  /** How setting them goes. */
  setting: { isPending: boolean; error: Error | null };
  isAdmin: boolean;
}

export function RemovableTable<Row>(props: RemovableTableProps<Row>) {
  const { label, rows, columns, setting, isAdmin } = props;
  return (
    <>
      <Table
        label={label}
        rows={rows}
        keyOf={(row) => String(rows.indexOf(row))}
        columns={isAdmin ? [...columns, removing(props)] : columns}
      />
      <ProblemLine problem={setting.error} />
    </>
  );
}

function removing<Row>({ rows, nameOf, keep, setting }: RemovableTableProps<Row>): Column<Row> {
  return {
    title: "Remove",
    cell: (row) => (
      <button
        type="button"
        className="button"
        disabled={setting.isPending}
        aria-label={`Remove ${nameOf(row)}`}
        onClick={() => keep(rows.filter((other) => other !== row))}
      >
        Remove
      </button>
    ),
  };
}
