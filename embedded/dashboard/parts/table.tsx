/** Tables: text left, numbers right, the unit in the head, columns that leave when there is no room. */
import type { ReactNode } from "react";

export interface Column<Row> {
  title: string;
  /** Written behind the title, quieter: "USD". */
  unit?: string;
  /** Numbers stand at the right. */
  align?: "left" | "right";
  /** `first` leaves under 1280 px, `second` under 720 px; without it the column always stays. */
  leaves?: "first" | "second";
  /** Takes what room is left, and is cut with "…". */
  grows?: boolean;
  cell(row: Row): ReactNode;
}

export interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The row that is shown beside the table. */
  isChosen?(row: Row): boolean;
}

export function Table<Row>({ label, columns, rows, keyOf, isChosen }: TableProps<Row>) {
  return (
    <div className="scroll">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
                {column.unit !== undefined && <span className="unit"> {column.unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={isChosen?.(row) === true ? "chosen" : undefined}>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf<Row>({ align, leaves, grows }: Column<Row>): string {
  const names = [
    align === "right" ? "end" : "",
    leaves === "first" ? "p3" : "",
    leaves === "second" ? "p2" : "",
    grows === true ? "grow" : "",
  ];
  return names.filter((name) => name !== "").join(" ");
}
