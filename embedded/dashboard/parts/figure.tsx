/** A chart with its message as text, a caption that says how to read it, and the same as a table. */
import type { ReactNode } from "react";
import { PngButton } from "./saving/png-button.tsx";
import { Table, type TableProps } from "./table.tsx";

export interface FigureProps<Row> {
  /** The chart; its own svg has the role img and the message as its label. */
  children: ReactNode;
  caption: ReactNode;
  table: TableProps<Row>;
}

export function Figure<Row>({ children, caption, table }: FigureProps<Row>) {
  return (
    <figure>
      {children}
      <figcaption>{caption}</figcaption>
      <PngButton label={table.label} />
      <details className="as-table">
        <summary>Show as table</summary>
        <Table {...table} />
      </details>
    </figure>
  );
}
