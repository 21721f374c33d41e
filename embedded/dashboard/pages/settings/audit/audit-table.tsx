/** Entries of the audit log as a table. */
import { Word } from "../../../parts/shape.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { sayAction, sayWhat, sayWho } from "../../../words/audit/say-entry.ts";
import { formatMoment } from "../../../words/times.ts";
import type { AuditEntry } from "./fetch-audit.ts";

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table
      label="Audit log"
      rows={entries}
      keyOf={({ chain, number }) => `${chain} ${number}`}
      columns={COLUMNS}
    />
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: "Time", cell: ({ at }) => <span className="nowrap">{formatMoment(at)}</span> },
  { title: "Who", cell: sayWho },
  { title: "Action", cell: sayAction },
  { title: "What", hidesBelow: 720, cell: sayWhat },
  { title: "Result", hidesBelow: 720, cell: (entry) => <Result entry={entry} /> },
  { title: "From", hidesBelow: 1280, cell: ({ from }) => from ?? "" },
];

function Result({ entry: { result } }: { entry: AuditEntry }) {
  if (result === "done") return <>done</>;
  return (
    <Word shape={result === "refused" ? "half" : "diamond"} tone={result === "refused" ? "warn" : "bad"}>
      {result}
    </Word>
  );
}
